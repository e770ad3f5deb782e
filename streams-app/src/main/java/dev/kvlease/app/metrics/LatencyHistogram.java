package dev.kvlease.app.metrics;

/**
 * Counts durations in buckets that are at most an eighth of their value wide, in constant memory. Not thread-safe.
 */
public final class LatencyHistogram {
    private static final int SUB_BITS = 3;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;

    private final long[] counts = new long[SUB_BUCKETS * (Long.SIZE - SUB_BITS)];
    private long total;
    private long highestNs;

    /** No durations. */
    public LatencyHistogram() {}

    /**
     * Adds a duration.
     *
     * @param durationNs nanoseconds; what is negative counts as none
     */
    public void add(long durationNs) {
        long valueNs = Math.max(0, durationNs);
        counts[bucketOf(valueNs)]++;
        total++;
        highestNs = Math.max(highestNs, valueNs);
    }

    /**
     * The percentiles so far.
     *
     * @return numbers of this moment
     */
    public LatencySummary summary() {
        return new LatencySummary(total, percentileNs(0.5), percentileNs(0.99), highestNs);
    }

    private long percentileNs(double share) {
        long rank = (long) Math.ceil(total * share);
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= rank && seen > 0) {
                return Math.min(highestNs, highestOf(bucket));
            }
        }
        return 0;
    }

    private static int bucketOf(long valueNs) {
        if (valueNs < SUB_BUCKETS) {
            return (int) valueNs;
        }
        int shift = Long.SIZE - Long.numberOfLeadingZeros(valueNs) - 1 - SUB_BITS;
        return (shift + 1) * SUB_BUCKETS + (int) (valueNs >>> shift) - SUB_BUCKETS;
    }

    private static long highestOf(int bucket) {
        if (bucket < SUB_BUCKETS) {
            return bucket;
        }
        int shift = bucket / SUB_BUCKETS - 1;
        long lowest = (long) (bucket % SUB_BUCKETS + SUB_BUCKETS) << shift;
        return lowest + (1L << shift) - 1;
    }
}
