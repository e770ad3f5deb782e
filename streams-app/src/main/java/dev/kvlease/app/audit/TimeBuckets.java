package dev.kvlease.app.audit;

import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Counts over record time, in spans of one width. The width grows with the time that the records cover, so that memory
 * does not: it is always one of a few round ones, each a multiple of the one before.
 */
public final class TimeBuckets {
    private static final long SECOND_MS = 1_000;
    private static final long MINUTE_MS = 60 * SECOND_MS;
    private static final long HOUR_MS = 60 * MINUTE_MS;
    private static final long DAY_MS = 24 * HOUR_MS;
    private static final long[] WIDTHS_MS = {
        SECOND_MS,
        5 * SECOND_MS,
        10 * SECOND_MS,
        30 * SECOND_MS,
        MINUTE_MS,
        5 * MINUTE_MS,
        10 * MINUTE_MS,
        30 * MINUTE_MS,
        HOUR_MS,
        6 * HOUR_MS,
        12 * HOUR_MS,
        DAY_MS,
        7 * DAY_MS,
        364 * DAY_MS,
        36_400 * DAY_MS
    };

    private final int counters;
    private final int most;
    private TreeMap<Long, long[]> buckets = new TreeMap<>();
    private int width;
    private long lastIndex = Long.MIN_VALUE;
    private long[] last = {};

    TimeBuckets(int counters, int most) {
        this.counters = counters;
        this.most = most;
    }

    void add(long timeMs, int counter) {
        long index = Math.floorDiv(timeMs, WIDTHS_MS[width]);
        if (index != lastIndex) {
            last = buckets.computeIfAbsent(index, any -> new long[counters]);
            lastIndex = index;
            if (buckets.size() > most) {
                widen();
                add(timeMs, counter);
                return;
            }
        }
        last[counter]++;
    }

    private void widen() {
        lastIndex = Long.MIN_VALUE;
        while (buckets.size() > most && width < WIDTHS_MS.length - 1) {
            long oldMs = WIDTHS_MS[width];
            long newMs = WIDTHS_MS[++width];
            TreeMap<Long, long[]> wider = new TreeMap<>();
            buckets.forEach((index, counts) -> addAll(
                    counts, wider.computeIfAbsent(Math.floorDiv(index * oldMs, newMs), any -> new long[counters])));
            buckets = wider;
        }
    }

    private static void addAll(long[] counts, long[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += counts[i];
        }
    }

    /**
     * How long each span is.
     *
     * @return milliseconds
     */
    public long widthMs() {
        return WIDTHS_MS[width];
    }

    /**
     * Hands over the spans in which anything was counted, in order.
     *
     * @param sink takes the start of a span, in milliseconds of the epoch, and its counts
     */
    public void forEach(BiConsumer<Long, long[]> sink) {
        buckets.forEach((index, counts) -> sink.accept(index * WIDTHS_MS[width], counts));
    }
}
