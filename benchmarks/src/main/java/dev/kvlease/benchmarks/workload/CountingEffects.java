package dev.kvlease.benchmarks.workload;

import dev.kvlease.core.Effects;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Verdict;

/** Counts what follows, so that a measurement can show that it measured something. */
public final class CountingEffects implements Effects {
    private long readable;
    private long expired;
    private long others;

    /**
     * Verdicts READABLE.
     *
     * @return how many so far
     */
    public long readable() {
        return readable;
    }

    /**
     * Verdicts EXPIRED.
     *
     * @return how many so far
     */
    public long expired() {
        return expired;
    }

    @Override
    public void verdict(Verdict verdict) {
        if (verdict.status() == Status.READABLE) {
            readable++;
        } else {
            expired++;
        }
    }

    @Override
    public void violation(Violation violation) {
        others++;
    }

    @Override
    public void clockOffset(ClockOffset offset) {
        others++;
    }

    @Override
    public void refused(BadRecord reason) {
        throw new IllegalStateException("the workload has a bad record: " + reason + " after " + others);
    }

    @Override
    public void note(Note note) {
        others++;
    }
}
