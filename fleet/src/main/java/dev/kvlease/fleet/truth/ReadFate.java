package dev.kvlease.fleet.truth;

/** What became of a read. */
public enum ReadFate {
    /** The reader did not read, and recomputed. */
    DECLINED,
    /** The reader read and used the bytes. */
    COMPLETED,
    /** The reader read and threw the bytes away, or the transfer failed. */
    FAILED,
    /** The reader's process died before the read was over. */
    ABANDONED
}
