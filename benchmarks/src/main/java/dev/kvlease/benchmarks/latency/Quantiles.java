package dev.kvlease.benchmarks.latency;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Latencies in milliseconds.
 *
 * @param p50 the median
 * @param p99 of a hundred, all but one
 * @param p999 of a thousand, all but one
 */
record Quantiles(double p50, double p99, double p999) {
    /** Of each the median over rounds. */
    static Quantiles median(List<Quantiles> rounds) {
        return new Quantiles(
                median(rounds, Quantiles::p50), median(rounds, Quantiles::p99), median(rounds, Quantiles::p999));
    }

    private static double median(List<Quantiles> rounds, ToDoubleFunction<Quantiles> field) {
        double[] sorted = rounds.stream().mapToDouble(field).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%8.2f %8.2f %8.2f", p50, p99, p999);
    }
}
