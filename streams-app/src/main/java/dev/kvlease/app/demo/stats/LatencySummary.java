package dev.kvlease.app.demo.stats;

/**
 * How long answers took, from a reader's send of the intent to its receipt of the verdict, in nanoseconds.
 *
 * @param count answers measured
 * @param p50Ns half of them took no longer; exact to an eighth
 * @param p99Ns 99 of 100 took no longer; exact to an eighth
 * @param maxNs the slowest
 */
public record LatencySummary(long count, long p50Ns, long p99Ns, long maxNs) {
    /** Nothing measured. */
    public static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0);
}
