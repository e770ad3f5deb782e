package dev.kvlease.fleet.scenario;

/** How readers decide whether to read. */
public enum ReaderPolicy {
    /** They ask, obey verdicts and revocations, and confirm before the deadline. Without verdicts they never read. */
    GATED,
    /** They ask, but decide with the original check inside the engine: a deadline and one offset per connection. */
    ORIGINAL_FIX,
    /** They ask, and read at once whatever the answer. */
    UNGATED
}
