package dev.kvlease.core.audit;

/** How a read ended at the reader. */
public enum ReadStatus {
    /** A symbol this version does not know; such an outcome is a bad record. */
    UNKNOWN,
    /** The reader did not read. */
    DECLINED,
    /** The reader read, and uses the bytes. */
    COMPLETED,
    /** The transfer failed, or its bytes were thrown away. */
    FAILED
}
