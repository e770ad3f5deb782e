/** Measurements of kvlease, printed by commands and never checked against a threshold on time. */
package dev.kvlease.benchmarks;
