package dev.kvlease.fleet;

import dev.kvlease.fleet.scenario.Hardships;

/**
 * The monotonic clock of one life of an engine: an arbitrary origin, and a rate slightly off the true one. Immutable;
 * it maps true time to what the engine reads.
 */
public final class EngineClock {
    /** Most that a crystal's rate is off, in parts per million; two of them stay within 100 ppm of each other. */
    public static final double MAX_PPM = Hardships.USUAL_PPM;

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
        this(bootTrueNs, originNs, (long) (ppm * PPM_IN_2_POW_64));
        if (originNs < 0 || Math.abs(ppm) > MAX_PPM) {
            throw new IllegalArgumentException("origin " + originNs + " or rate " + ppm + " ppm out of range");
        }
    }

    private EngineClock(long bootTrueNs, long originNs, long rate) {
        this.bootTrueNs = bootTrueNs;
        this.originNs = originNs;
        this.rate = rate;
    }

    /** A clock whose rate may be off by more than the rules allow for. */
    static EngineClock offBy(double ppm, long bootTrueNs, long originNs) {
        return new EngineClock(bootTrueNs, originNs, (long) (ppm * PPM_IN_2_POW_64));
    }

    /** The clock that goes on from here after a step; it never reads less than 0. */
    EngineClock stepped(long trueNs, long byNs) {
        return new EngineClock(trueNs, Math.max(0, at(trueNs) + byNs), rate);
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
