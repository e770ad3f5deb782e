package dev.kvlease.benchmarks.jmh;

import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Verdict;
import java.util.Optional;

/** The first READABLE of the mixed workload. */
final class FirstVerdict implements Effects {
    private static final int RECORDS = 1_000;

    private Optional<Verdict> found = Optional.empty();

    private FirstVerdict() {}

    static Verdict readable() {
        FirstVerdict first = new FirstVerdict();
        LeaseEngine engine = new LeaseEngine("decode-0", Settings.DEFAULT, false);
        long offset = 0;
        for (Workload.Step step : new Workload(1, 1).next(RECORDS)) {
            AsOf asOf = new AsOf(0, offset, offset, offset, offset);
            step.record().applyTo(engine, new Arrival(offset, offset, asOf), first);
            offset++;
        }
        return first.found.orElseThrow();
    }

    @Override
    public void verdict(Verdict verdict) {
        if (found.isEmpty() && verdict.status() == Status.READABLE) {
            found = Optional.of(verdict);
        }
    }

    @Override
    public void violation(Violation violation) {}

    @Override
    public void clockOffset(ClockOffset offset) {}

    @Override
    public void refused(BadRecord reason) {}

    @Override
    public void note(Note note) {}
}
