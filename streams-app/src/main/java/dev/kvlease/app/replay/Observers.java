package dev.kvlease.app.replay;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.verdict.Verdict;

/**
 * Two observers of one replay.
 *
 * @param first is told first
 * @param second is told second
 */
public record Observers(ReplayObserver first, ReplayObserver second) implements ReplayObserver {
    @Override
    public void applying(Topic topic, Origin at) {
        first.applying(topic, at);
        second.applying(topic, at);
    }

    @Override
    public void nullValue() {
        first.nullValue();
        second.nullValue();
    }

    @Override
    public void unusable(DeadLetterReason reason, String detail) {
        first.unusable(reason, detail);
        second.unusable(reason, detail);
    }

    @Override
    public void verdict(Verdict verdict) {
        first.verdict(verdict);
        second.verdict(verdict);
    }

    @Override
    public void violation(Violation violation) {
        first.violation(violation);
        second.violation(violation);
    }

    @Override
    public void judged(Judgement judgement) {
        first.judged(judgement);
        second.judged(judgement);
    }

    @Override
    public void clockOffset(ClockOffset offset) {
        first.clockOffset(offset);
        second.clockOffset(offset);
    }

    @Override
    public void refused(BadRecord reason) {
        first.refused(reason);
        second.refused(reason);
    }

    @Override
    public void leaseEnded(EndReason reason) {
        first.leaseEnded(reason);
        second.leaseEnded(reason);
    }

    @Override
    public void note(Note note) {
        first.note(note);
        second.note(note);
    }
}
