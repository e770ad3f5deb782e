package dev.kvlease.core.audit;

/** How sure a violation is, given the bounds of the clocks. */
public enum Certainty {
    /** The bounds leave room for both. */
    POSSIBLE,
    /** No clock within the bounds makes it lawful. */
    CERTAIN
}
