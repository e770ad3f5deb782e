package dev.kvlease.app.replay;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.verdict.Verdict;

/**
 * Lets an observer watch from another thread, in the same order: what is written does not hold up what is applied. Close
 * it before looking at what the observer made of the replay. Judgements are not handed on, for they show a lease that
 * goes on changing.
 */
public final class ObserverRelay implements ReplayObserver, AutoCloseable {
    private final ReplayObserver observer;
    private final Relay relay = new Relay("kvlease-write");

    /**
     * A relay.
     *
     * @param observer watches, on one other thread
     */
    public ObserverRelay(ReplayObserver observer) {
        this.observer = observer;
    }

    @Override
    public void applying(Topic topic, Origin at) {
        relay.run(() -> observer.applying(topic, at));
    }

    @Override
    public void nullValue() {
        relay.run(observer::nullValue);
    }

    @Override
    public void unusable(DeadLetterReason reason, String detail) {
        relay.run(() -> observer.unusable(reason, detail));
    }

    @Override
    public void verdict(Verdict verdict) {
        relay.run(() -> observer.verdict(verdict));
    }

    @Override
    public void violation(Violation violation) {
        relay.run(() -> observer.violation(violation));
    }

    @Override
    public void clockOffset(ClockOffset offset) {
        relay.run(() -> observer.clockOffset(offset));
    }

    @Override
    public void refused(BadRecord reason) {
        relay.run(() -> observer.refused(reason));
    }

    @Override
    public void leaseEnded(EndReason reason) {
        relay.run(() -> observer.leaseEnded(reason));
    }

    @Override
    public void note(Note note) {
        relay.run(() -> observer.note(note));
    }

    @Override
    public void close() {
        relay.close();
    }
}
