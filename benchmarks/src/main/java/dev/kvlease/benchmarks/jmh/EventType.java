package dev.kvlease.benchmarks.jmh;

/** What a prepared engine is given over and over. */
public enum EventType {
    /** A heartbeat of the holder. */
    HEARTBEAT,
    /** A clock sample that agrees with the clock. */
    SAMPLE,
    /** A new lease of 32 blocks. */
    ALLOCATED,
    /** A later deadline. */
    EXTENDED,
    /** The end of a lease that nobody reads. */
    RELEASED,
    /** The end of a lease with one open read, which is revoked. */
    RELEASED_WHILE_READ,
    /** An intent that is answered READABLE. */
    INTENT_READABLE,
    /** An intent for a lease that has ended. */
    INTENT_EXPIRED,
    /** The completion of an open read. */
    OUTCOME
}
