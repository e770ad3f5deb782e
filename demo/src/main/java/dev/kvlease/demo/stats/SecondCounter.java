package dev.kvlease.demo.stats;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Counts per full second, and remembers the last of them. Not thread-safe. */
final class SecondCounter {
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final int kept;
    private final Deque<Long> full = new ArrayDeque<>();
    private long second;
    private long inSecond;

    SecondCounter(int kept) {
        this.kept = kept;
    }

    void count(long elapsedNs, long count) {
        passTo(elapsedNs);
        inSecond += count;
    }

    /** Counts of full seconds, the newest last. */
    List<Long> full(long elapsedNs) {
        passTo(elapsedNs);
        return List.copyOf(full);
    }

    /** Count of the last full second. */
    long last(long elapsedNs) {
        passTo(elapsedNs);
        return full.isEmpty() ? 0 : full.peekLast();
    }

    private void passTo(long elapsedNs) {
        long now = elapsedNs / NS_PER_SECOND;
        // after a long pause only the seconds that are kept matter
        second = Math.max(second, now - kept - 1);
        while (second < now) {
            full.addLast(inSecond);
            if (full.size() > kept) {
                full.removeFirst();
            }
            inSecond = 0;
            second++;
        }
    }
}
