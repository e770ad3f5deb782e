/** What more threads, partitions, leases, reads and holders do to throughput and cost. */
package dev.kvlease.benchmarks.scaling;
