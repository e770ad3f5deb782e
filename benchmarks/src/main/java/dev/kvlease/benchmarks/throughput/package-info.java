/** Records per second of the core, of a replay from a file, and of a whole day. */
package dev.kvlease.benchmarks.throughput;
