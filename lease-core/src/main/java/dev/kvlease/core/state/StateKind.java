package dev.kvlease.core.state;

/** The kinds of entries that an engine remembers; what changes often is kept apart from what does not. */
public enum StateKind {
    /** Current life, watermark, highest seq, missing ranges, record time: changes with every record. One per holder; the key is empty. */
    HOLDER,
    /** Superseded lives and doubts: changes seldom. One per holder; the key is empty. */
    LIVES,
    /** The clock of a pair; the key is the reader. */
    CLOCK,
    /** A request: deadlines, ends and extensions of its leases; the key is the request. */
    REQUEST,
    /** The blocks of one allocation, written once; the key is the request and the seq. */
    ALLOCATION,
    /**
     * A read that was told READABLE, waits for judgement, or holds a claim; the key is reader, request and read. A
     * DOUBLE_ALLOCATION that was reported is kept as one of a reader without a name.
     */
    READ
}
