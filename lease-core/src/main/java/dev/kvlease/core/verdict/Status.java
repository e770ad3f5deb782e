package dev.kvlease.core.verdict;

/** The answer for one read. */
public enum Status {
    /** The blocks are the request's until the times given. */
    READABLE,
    /** Recompute: the blocks are gone, or nobody can say that they are not. */
    EXPIRED
}
