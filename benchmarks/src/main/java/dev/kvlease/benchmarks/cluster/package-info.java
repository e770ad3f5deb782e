/** An embedded platform for one measurement, and what measurements do with it. */
package dev.kvlease.benchmarks.cluster;
