package dev.kvlease.fleet;

/**
 * The monotonic clock of one life of an engine: an arbitrary origin, and a rate slightly off the true one. Immutable;
 * it maps true time to what the engine reads.
 */
public final class EngineClock {
    /** Most that a crystal's rate is off, in parts per million; two of them stay within 100 ppm of each other. */
    public static final double MAX_PPM = 49.9;

    private static final double PPM_IN_2_POW_64 = 0x1.0p64 / 1e6;

    private final long bootTrueNs;
    private final long originNs;
    private final long rate;

    /**
     * A clock that reads {@code originNs} at {@code bootTrueNs}.
     *
     * @param bootTrueNs true time at which this life began
     * @param originNs what the clock read then; not negative
     * @param ppm how much faster than true time it runs, within {@link #MAX_PPM} of 0
     */
    public EngineClock(long bootTrueNs, long originNs, double ppm) {
        if (originNs < 0 || Math.abs(ppm) > MAX_PPM) {
            throw new IllegalArgumentException("origin " + originNs + " or rate " + ppm + " ppm out of range");
        }
        this.bootTrueNs = bootTrueNs;
        this.originNs = originNs;
        this.rate = (long) (ppm * PPM_IN_2_POW_64);
    }

    /**
     * Reads the clock.
     *
     * @param trueNs true time, not before the boot
     * @return what the engine reads, in nanoseconds; never falls as true time grows
     */
    public long at(long trueNs) {
        long elapsed = trueNs - bootTrueNs;
        return originNs + elapsed + Math.multiplyHigh(elapsed, rate);
    }

    /**
     * The first true time at which the clock reads a value or more.
     *
     * @param clockNs what it shall read, not below its origin
     * @return true time in nanoseconds
     */
    public long whenReads(long clockNs) {
        long wanted = clockNs - originNs;
        long guess = bootTrueNs + wanted - Math.multiplyHigh(wanted, rate);
        while (guess > bootTrueNs && at(guess) >= clockNs) {
            guess = Math.max(bootTrueNs, guess - 1 - (at(guess) - clockNs));
        }
        for (long behind = clockNs - at(guess); behind > 0; behind = clockNs - at(guess)) {
            guess += Math.max(1, behind - behind / 1000 - 2);
        }
        return guess;
    }
}
