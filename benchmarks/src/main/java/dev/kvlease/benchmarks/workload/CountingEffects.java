package dev.kvlease.benchmarks.workload;

import dev.kvlease.core.Effects;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;

/** Counts what follows, so that a measurement can show that it measured something. */
public final class CountingEffects implements Effects {
    private long readable;
    private long expired;
    private long revoked;
    private long others;

    /**
     * Intents told READABLE.
     *
     * @return how many so far
     */
    public long readable() {
        return readable;
    }

    /**
     * Intents told EXPIRED.
     *
     * @return how many so far
     */
    public long expired() {
        return expired;
    }

    /**
     * Verdicts that no intent asked for.
     *
     * @return how many so far
     */
    public long revoked() {
        return revoked;
    }

    @Override
    public void verdict(Verdict verdict) {
        if (verdict.trigger() != Trigger.READ_INTENT) {
            revoked++;
        } else if (verdict.status() == Status.READABLE) {
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
