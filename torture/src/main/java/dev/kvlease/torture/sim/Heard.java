package dev.kvlease.torture.sim;

import dev.kvlease.core.Effects;
import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.torture.sim.rules.Consumed;
import dev.kvlease.torture.sim.rules.Evidence;
import dev.kvlease.torture.sim.rules.Invariant;
import java.util.List;

/** What follows from one record: it is written, and the rules are told. */
final class Heard implements Effects {
    private final Consumed record;
    private final Evidence evidence;
    private final Outputs outputs;
    private final List<Invariant> rules;
    private final List<Verdict> verdicts;

    Heard(Consumed record, Evidence evidence, Outputs outputs, List<Invariant> rules, List<Verdict> verdicts) {
        this.record = record;
        this.evidence = evidence;
        this.outputs = outputs;
        this.rules = rules;
        this.verdicts = verdicts;
    }

    @Override
    public void verdict(Verdict verdict) {
        verdicts.add(verdict);
        outputs.verdict(record.id(), verdict);
        rules.forEach(rule -> rule.said(verdict, record, evidence));
    }

    @Override
    public void violation(Violation violation) {
        outputs.violation(record.id(), violation);
        rules.forEach(rule -> rule.accused(violation));
    }

    @Override
    public void judged(Judgement judgement) {
        rules.forEach(rule -> rule.judged(judgement));
    }

    @Override
    public void note(Note note) {
        rules.forEach(rule -> rule.noted(note, record));
    }

    @Override
    public void clockOffset(ClockOffset offset) {}

    @Override
    public void refused(BadRecord reason) {}
}
