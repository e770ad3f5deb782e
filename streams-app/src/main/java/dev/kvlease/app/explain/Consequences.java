package dev.kvlease.app.explain;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gathers what follows from one record. */
final class Consequences implements ReplayObserver {
    private final List<Consequence> all = new ArrayList<>();

    void clear() {
        all.clear();
    }

    List<Consequence> all() {
        return List.copyOf(all);
    }

    void add(Consequence consequence) {
        all.add(consequence);
    }

    /** The new state of a pair's clock, if the record changed one. */
    Optional<ClockOffset> clock() {
        return all.stream()
                .filter(Consequence.Clock.class::isInstance)
                .map(consequence -> ((Consequence.Clock) consequence).offset())
                .reduce((first, last) -> last);
    }

    /** Whether a verdict or violation is about the case. */
    boolean concern(CaseQuery query) {
        return all.stream().anyMatch(consequence -> isAbout(consequence, query));
    }

    /** Whether the record shows a gap, or one was given up. */
    boolean tellOfGaps() {
        return all.stream()
                .anyMatch(consequence -> consequence instanceof Consequence.Gap
                        || (consequence instanceof Consequence.Noted noted && noted.note() == Note.EVENT_LOST));
    }

    /** What follows, without the verdicts and violations of other cases. */
    List<Consequence> concerning(CaseQuery query) {
        return all.stream()
                .filter(consequence -> isAbout(consequence, query) || !isOfAnotherCase(consequence))
                .toList();
    }

    /** Verdicts, violations and judgements are not told of the record that caused them, but of a read. */
    private static boolean isOfAnotherCase(Consequence consequence) {
        return consequence instanceof Consequence.Answer
                || consequence instanceof Consequence.Wrong
                || (consequence instanceof Consequence.Noted noted && isOfARead(noted.note()));
    }

    private static boolean isOfARead(Note note) {
        return note == Note.JUDGED_CLEAN || note == Note.JUDGED_VIOLATION || note == Note.JUDGED_ON_INCOMPLETE_EVIDENCE;
    }

    private static boolean isAbout(Consequence consequence, CaseQuery query) {
        if (consequence instanceof Consequence.Answer answer) {
            Verdict verdict = answer.verdict();
            return verdict.holder().equals(query.holder())
                    && verdict.requestId().equals(query.request())
                    && query.asksFor(verdict.reader(), verdict.readRequestId());
        }
        if (consequence instanceof Consequence.Wrong wrong) {
            Violation violation = wrong.violation();
            boolean named = violation.requestId().equals(query.request())
                    || violation.by().equals(query.request());
            return violation.holder().equals(query.holder()) && named;
        }
        return false;
    }

    @Override
    public void applying(Topic topic, Origin at) {}

    @Override
    public void nullValue() {}

    @Override
    public void verdict(Verdict verdict) {
        all.add(new Consequence.Answer(verdict));
    }

    @Override
    public void violation(Violation violation) {
        all.add(new Consequence.Wrong(violation));
    }

    @Override
    public void clockOffset(ClockOffset offset) {
        all.add(new Consequence.Clock(offset));
    }

    @Override
    public void refused(BadRecord reason) {
        all.add(new Consequence.Refused(reason));
    }

    @Override
    public void note(Note note) {
        all.add(new Consequence.Noted(note));
    }
}
