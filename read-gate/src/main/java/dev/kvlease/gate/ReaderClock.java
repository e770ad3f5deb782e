package dev.kvlease.gate;

import java.util.function.LongSupplier;

/** The reader's monotonic clock for engines in Java: nanoseconds since an arbitrary origin, never negative. */
public final class ReaderClock implements LongSupplier {
    /** Long before the first reading, so that times somewhat before the start are not negative either. */
    private static final long ORIGIN_NS = 3_600_000_000_000L;

    private final long startedNs = System.nanoTime();

    @Override
    public long getAsLong() {
        return System.nanoTime() - startedNs + ORIGIN_NS;
    }
}
