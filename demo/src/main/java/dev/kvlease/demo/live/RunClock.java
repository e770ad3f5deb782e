package dev.kvlease.demo.live;

import java.util.function.LongSupplier;

/** The time since the fleet's start, 0 before. Safe for many threads. */
public final class RunClock {
    private static final long NOT_STARTED = Long.MIN_VALUE;

    private final LongSupplier nanoTime;
    private volatile long startedNs = NOT_STARTED;

    /**
     * A clock that stands at 0.
     *
     * @param nanoTime a clock of arbitrary origin, in nanoseconds
     */
    public RunClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Lets it run from 0. */
    void start() {
        startedNs = nanoTime.getAsLong();
    }

    /**
     * How long it has run.
     *
     * @return nanoseconds
     */
    public long elapsedNs() {
        long started = startedNs;
        return started == NOT_STARTED ? 0 : nanoTime.getAsLong() - started;
    }
}
