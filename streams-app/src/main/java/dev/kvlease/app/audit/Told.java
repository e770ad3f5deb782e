package dev.kvlease.app.audit;

import dev.kvlease.core.verdict.Verdict;
import java.util.Optional;

/**
 * What the reader had been told about a read by the time its outcome came, had it followed these records.
 *
 * @param answer in one word
 * @param verdict the last verdict, if there was one
 * @param recordTimeMs record time of the record that caused it, in milliseconds of the epoch, or absent
 */
public record Told(Answer answer, Optional<Verdict> verdict, long recordTimeMs) {
    /** The answer in one word. */
    public enum Answer {
        /** Nobody asked, or the intent is not among the records. */
        NOT_ASKED,
        /** It was told READABLE, and that was not taken back. */
        READABLE,
        /** It was told EXPIRED, and read all the same. */
        EXPIRED,
        /** It was told READABLE, which was taken back before its outcome came. */
        REVOKED
    }
}
