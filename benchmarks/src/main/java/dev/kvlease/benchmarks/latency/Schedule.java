package dev.kvlease.benchmarks.latency;

import java.util.concurrent.locks.LockSupport;

/**
 * When records should be sent, whether or not the system keeps up: an open loop. Latencies count from these times, so that
 * a sender that was held up does not hide what it was held up by.
 *
 * @param startNs the first, on the clock of {@link System#nanoTime}
 * @param perSecond how many a second; {@link #AT_ONCE} for all at once
 */
record Schedule(long startNs, double perSecond) {
    static final double AT_ONCE = Double.POSITIVE_INFINITY;

    private static final double NS_PER_SECOND = 1e9;

    /** One that begins now. */
    static Schedule from(double perSecond) {
        return new Schedule(System.nanoTime(), perSecond);
    }

    /** When the record of that number should be sent. */
    long intendedNs(int index) {
        return startNs + (long) (index * NS_PER_SECOND / perSecond);
    }

    /** Waits until the record of that number is due. */
    void await(int index) {
        long untilNs = intendedNs(index);
        for (long leftNs = untilNs - System.nanoTime(); leftNs > 0; leftNs = untilNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }
}
