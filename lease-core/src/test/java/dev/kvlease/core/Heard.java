package dev.kvlease.core;

import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Keeps all that an engine says. */
class Heard implements Effects {
    final List<Verdict> verdicts = new ArrayList<>();
    final List<Violation> violations = new ArrayList<>();
    final List<Judgement> judgements = new ArrayList<>();
    final List<ClockOffset> offsets = new ArrayList<>();
    final List<BadRecord> refused = new ArrayList<>();
    final List<Note> notes = new ArrayList<>();
    final List<EndReason> ends = new ArrayList<>();

    @Override
    public void verdict(Verdict verdict) {
        verdicts.add(verdict);
    }

    @Override
    public void violation(Violation violation) {
        violations.add(violation);
    }

    @Override
    public void clockOffset(ClockOffset offset) {
        offsets.add(offset);
    }

    @Override
    public void refused(BadRecord reason) {
        refused.add(reason);
    }

    @Override
    public void note(Note note) {
        notes.add(note);
    }

    @Override
    public void judged(Judgement judgement) {
        judgements.add(judgement);
    }

    @Override
    public void leaseEnded(EndReason reason) {
        ends.add(reason);
    }
}
