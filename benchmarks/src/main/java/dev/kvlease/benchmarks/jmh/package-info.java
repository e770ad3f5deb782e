/** Nanoseconds and bytes of single calls, with JMH. */
package dev.kvlease.benchmarks.jmh;
