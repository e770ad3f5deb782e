package dev.kvlease.app.explain;

import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;

/** What followed from a record. */
public sealed interface Consequence {
    /**
     * An answer or a revocation.
     *
     * @param verdict the verdict
     */
    record Answer(dev.kvlease.core.verdict.Verdict verdict) implements Consequence {}

    /**
     * Something that should not have happened.
     *
     * @param violation the violation
     */
    record Wrong(Violation violation) implements Consequence {}

    /**
     * A pair's clock changed.
     *
     * @param offset what is known of it now
     */
    record Clock(ClockOffset offset) implements Consequence {}

    /**
     * The record was refused.
     *
     * @param reason why
     */
    record Refused(BadRecord reason) implements Consequence {}

    /**
     * Something was counted.
     *
     * @param note what
     */
    record Noted(Note note) implements Consequence {}

    /**
     * The file shows that events are missing: the event's seq jumped.
     *
     * @param fromSeq the lowest missing seq
     * @param toSeq the highest
     */
    record Gap(long fromSeq, long toSeq) implements Consequence {}
}
