/** What live leases take, and how long it takes to have them back. */
package dev.kvlease.benchmarks.state;
