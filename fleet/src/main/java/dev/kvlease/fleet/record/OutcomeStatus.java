package dev.kvlease.fleet.record;

/** How a read ended at the reader, named as on the wire. */
public enum OutcomeStatus {
    /** The reader did not read. */
    DECLINED,
    /** The reader read, and uses the bytes. */
    COMPLETED,
    /** The transfer failed, or its bytes were thrown away. */
    FAILED
}
