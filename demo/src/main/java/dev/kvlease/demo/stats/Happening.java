package dev.kvlease.demo.stats;

/**
 * Something worth telling.
 *
 * @param elapsedNs when, from the start of the fleet
 * @param kind what sort of thing
 * @param text one line
 */
public record Happening(long elapsedNs, Kind kind, String text) {
    /** What sort of thing has happened. */
    public enum Kind {
        /** The gate kept a reader from another request's blocks. */
        SAVED,
        /** An answer was taken back. */
        REVOKED,
        /** Something went wrong in an engine or on the way. */
        FAULT,
        /** A rule was broken. */
        VIOLATION
    }
}
