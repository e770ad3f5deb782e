/** The records that all measurements share. */
package dev.kvlease.benchmarks.workload;
