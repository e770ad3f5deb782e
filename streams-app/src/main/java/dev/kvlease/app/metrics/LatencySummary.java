package dev.kvlease.app.metrics;

/**
 * The distribution of durations, in nanoseconds.
 *
 * @param count durations measured
 * @param p50Ns half of them took no longer; exact to an eighth
 * @param p99Ns 99 of 100 took no longer; exact to an eighth
 * @param maxNs the slowest
 */
public record LatencySummary(long count, long p50Ns, long p99Ns, long maxNs) {
    /** Nothing measured. */
    public static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0);
}
