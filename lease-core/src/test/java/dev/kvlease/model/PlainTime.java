package dev.kvlease.model;

import java.math.BigInteger;

/** Section "Constants". */
final class PlainTime {
    static final long DOUBT = seconds(120);
    static final long HORIZON = seconds(600);
    static final long SILENCE = seconds(10);
    static final long DAY = seconds(24 * 3600);
    static final long MAX_RTT = seconds(10);
    static final long DAY_MS = 24L * 3600 * 1000;

    private PlainTime() {}

    static long seconds(long seconds) {
        return seconds * 1_000_000_000L;
    }

    /** {@code drift(span)}: the exact product of the span's magnitude and the bound, rounded up. */
    static long drift(long span, int ppm) {
        BigInteger product = BigInteger.valueOf(span).abs().multiply(BigInteger.valueOf(ppm));
        BigInteger million = BigInteger.valueOf(1_000_000);
        return product.add(million).subtract(BigInteger.ONE).divide(million).longValueExact();
    }

    static boolean valid(long timeNs) {
        return timeNs >= 0 && timeNs < 1L << 61;
    }
}
