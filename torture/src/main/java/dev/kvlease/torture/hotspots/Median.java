package dev.kvlease.torture.hotspots;

import java.util.Arrays;

/** The median of many times. */
final class Median {
    private long[] values = new long[1_024];
    private int count;

    void add(long value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }

    double value() {
        long[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return count == 0 ? 0 : sorted[count / 2];
    }
}
