package dev.kvlease.core.common;

/**
 * The explicit absent value of optional numbers inside the core.
 *
 * <p>No valid time, count or sequence number equals it: valid values are not negative.
 */
public final class Absent {
    /** Stands for "the record does not carry this number". */
    public static final long LONG = Long.MIN_VALUE;

    private Absent() {}

    /**
     * Tells whether an optional number is missing.
     *
     * @param value an optional number
     * @return true if it is {@link #LONG}
     */
    public static boolean is(long value) {
        return value == LONG;
    }
}
