/** Where the time goes, as flame graphs drawn from recordings of the JDK's own flight recorder. */
package dev.kvlease.benchmarks.flame;
