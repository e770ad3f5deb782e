package dev.kvlease.core;

import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.verdict.Verdict;

/** Takes what follows from a record, in order. */
public interface Effects {
    /**
     * An answer or a revocation.
     *
     * @param verdict what to tell the reader
     */
    void verdict(Verdict verdict);

    /**
     * Something that should not have happened.
     *
     * @param violation what to report
     */
    void violation(Violation violation);

    /**
     * A pair's clock has changed.
     *
     * @param offset what is known of it now
     */
    void clockOffset(ClockOffset offset);

    /**
     * The record is a bad record and has changed nothing.
     *
     * @param reason why
     */
    void refused(BadRecord reason);

    /**
     * Something to count.
     *
     * @param note what
     */
    void note(Note note);

    /**
     * A completed read was judged, before the violation that it gave, if any.
     *
     * @param judgement which read, and what was found
     */
    default void judged(Judgement judgement) {}

    /**
     * A lease has ended by what was said or seen; the end of the holder's life ends its leases without this.
     *
     * @param reason why
     */
    default void leaseEnded(EndReason reason) {}
}
