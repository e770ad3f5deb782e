/** Pictures as SVG: small, legible on light and dark pages, with few changes from one run to the next. */
package dev.kvlease.benchmarks.draw;
