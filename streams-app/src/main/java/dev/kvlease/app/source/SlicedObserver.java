package dev.kvlease.app.source;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.verdict.Verdict;

/** Hides from an observer what follows from the history before a slice. */
public final class SlicedObserver implements ReplayObserver {
    private final ReplayObserver observer;
    private final Slice slice;
    private boolean told;

    /**
     * An observer before an observer.
     *
     * @param observer told of what follows from the slice's records
     * @param slice which records
     */
    public SlicedObserver(ReplayObserver observer, Slice slice) {
        this.observer = observer;
        this.slice = slice;
    }

    @Override
    public void applying(Topic topic, Origin at) {
        told = !slice.isHistory(at);
        if (told) {
            observer.applying(topic, at);
        }
    }

    @Override
    public void nullValue() {
        if (told) {
            observer.nullValue();
        }
    }

    @Override
    public void unusable(DeadLetterReason reason, String detail) {
        if (told) {
            observer.unusable(reason, detail);
        }
    }

    @Override
    public void verdict(Verdict verdict) {
        if (told) {
            observer.verdict(verdict);
        }
    }

    @Override
    public void violation(Violation violation) {
        if (told) {
            observer.violation(violation);
        }
    }

    @Override
    public void clockOffset(ClockOffset offset) {
        if (told) {
            observer.clockOffset(offset);
        }
    }

    @Override
    public void refused(BadRecord reason) {
        if (told) {
            observer.refused(reason);
        }
    }

    @Override
    public void judged(Judgement judgement) {
        if (told) {
            observer.judged(judgement);
        }
    }

    @Override
    public void leaseEnded(EndReason reason) {
        if (told) {
            observer.leaseEnded(reason);
        }
    }

    @Override
    public void note(Note note) {
        if (told) {
            observer.note(note);
        }
    }
}
