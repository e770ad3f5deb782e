package dev.kvlease.core.clock;

/**
 * How far two engine clocks may have run apart over a span.
 *
 * @param ppm bound on their relative rate error, in parts per million
 */
public record Drift(int ppm) {
    private static final long MILLION = 1_000_000;

    /**
     * {@code drift(span)}: the exact product rounded up, without overflow.
     *
     * @param spanNs any span; its magnitude counts
     * @return nanoseconds, not negative
     */
    public long ofNs(long spanNs) {
        long span = Math.abs(spanNs);
        long millions = span / MILLION;
        long rest = span - millions * MILLION;
        return millions * ppm + (rest * ppm + MILLION - 1) / MILLION;
    }
}
