/** Records per second: of the core, of a replay, of the whole application beside what its platform gives. */
package dev.kvlease.benchmarks.throughput;
