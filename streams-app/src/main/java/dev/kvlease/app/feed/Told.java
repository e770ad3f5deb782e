package dev.kvlease.app.feed;

import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;

/** What a reader is told by a verdict. */
public enum Told {
    /** It may read. */
    READABLE,
    /** It may not. */
    EXPIRED,
    /** It was told READABLE, and that is taken back. */
    REVOKED;

    /**
     * Sorts a verdict.
     *
     * @param verdict an answer or a revocation
     * @return what it tells
     */
    public static Told by(Verdict verdict) {
        if (verdict.trigger() != Trigger.READ_INTENT) {
            return REVOKED;
        }
        return verdict.status() == Status.READABLE ? READABLE : EXPIRED;
    }
}
