package dev.kvlease.app.whatif;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.replay.Replayer;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/** One variant at work; holds what followed from the record at hand. */
final class VariantRun implements ReplayObserver {
    final Variant variant;
    final Replayer replayer;
    final List<Verdict> verdicts = new ArrayList<>();
    final List<Violation> violations = new ArrayList<>();
    final List<ClockOffset> clocks = new ArrayList<>();
    private boolean refused;

    VariantRun(Variant variant) {
        this.variant = variant;
        this.replayer = new Replayer(variant.settings(), this);
    }

    boolean refused() {
        return refused;
    }

    @Override
    public void applying(Topic topic, Origin at) {
        verdicts.clear();
        violations.clear();
        clocks.clear();
        refused = false;
    }

    @Override
    public void nullValue() {
        // Nothing follows from it.
    }

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
        clocks.add(offset);
    }

    @Override
    public void refused(BadRecord reason) {
        refused = true;
    }

    @Override
    public void note(Note note) {
        // Verdicts alone are compared.
    }
}
