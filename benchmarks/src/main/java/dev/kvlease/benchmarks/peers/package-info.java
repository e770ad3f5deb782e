/**
 * End-to-end throughput, side by side: the full application, a pass-through and the same join in Flink, each in a process
 * of its own, over the same records in the same broker.
 */
package dev.kvlease.benchmarks.peers;
