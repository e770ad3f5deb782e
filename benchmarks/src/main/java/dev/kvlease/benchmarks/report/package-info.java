/** How measurements are asked for, and how their figures are printed. */
package dev.kvlease.benchmarks.report;
