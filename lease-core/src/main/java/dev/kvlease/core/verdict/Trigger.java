package dev.kvlease.core.verdict;

/** What caused a verdict. */
public enum Trigger {
    /** The reader asked. */
    READ_INTENT,
    /** A lease event took back what had been said. */
    LEASE_EVENT,
    /** A handshake sample took back what had been said. */
    CLOCK_SAMPLE
}
