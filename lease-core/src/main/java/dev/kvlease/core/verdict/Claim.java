package dev.kvlease.core.verdict;

/** What a read attempt has of a lease's {@code max_reads} (section "Read intent", Claims). */
enum Claim {
    /** Nothing. */
    NONE,
    /** Held since a READABLE; a declined or failed outcome gives it back. */
    HELD,
    /** Used up by a completed read, for good. */
    USED
}
