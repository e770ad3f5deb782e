/** What a check of the read gate costs, and what it remembers. */
package dev.kvlease.benchmarks.gate;
