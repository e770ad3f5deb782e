/** Measurements of the core, the command line, the read gate, and the whole application beside its peers, by name. */
package dev.kvlease.benchmarks;
