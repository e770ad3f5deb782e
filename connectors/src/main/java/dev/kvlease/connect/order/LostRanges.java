package dev.kvlease.connect.order;

import java.util.Map;
import java.util.TreeMap;

/** Numbers that were given up, for batches that come all the same; of many ranges the oldest are forgotten. */
final class LostRanges {
    private static final int MOST = 64;

    private final TreeMap<Long, Long> endByStart = new TreeMap<>();

    void add(long fromSeq, long toSeq) {
        endByStart.put(fromSeq, toSeq);
        if (endByStart.size() > MOST) {
            endByStart.pollFirstEntry();
        }
    }

    /** Takes a number out. */
    boolean remove(long seq) {
        Map.Entry<Long, Long> range = endByStart.floorEntry(seq);
        if (range == null || seq >= range.getValue()) {
            return false;
        }
        endByStart.remove(range.getKey());
        if (range.getKey() < seq) {
            add(range.getKey(), seq);
        }
        if (seq + 1 < range.getValue()) {
            add(seq + 1, range.getValue());
        }
        return true;
    }

    void clear() {
        endByStart.clear();
    }
}
