/** How late a verdict is, and a revocation: from the moment a record should have been sent to the moment its answer is read. */
package dev.kvlease.benchmarks.latency;
