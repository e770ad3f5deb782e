/** The lease join as a Flink job, calling the same core: the peer of the streams application in the measurements. */
package dev.kvlease.benchmarks.flink;
