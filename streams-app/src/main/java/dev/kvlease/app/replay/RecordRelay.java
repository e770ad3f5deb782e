package dev.kvlease.app.replay;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;

/**
 * Hands records to a handler on another thread, in their order: one processor reads while the other applies. Close it
 * before looking at what the handler made of them.
 */
public final class RecordRelay implements EventHandler, AutoCloseable {
    private final EventHandler handler;
    private final Relay relay = new Relay("kvlease-apply");

    /**
     * A relay.
     *
     * @param handler takes the records, on one other thread
     */
    public RecordRelay(EventHandler handler) {
        this.handler = handler;
    }

    @Override
    public void leaseEvent(LeaseEvent event, Origin at) {
        relay.run(() -> handler.leaseEvent(event, at));
    }

    @Override
    public void handshakeSample(HandshakeSample sample, Origin at) {
        relay.run(() -> handler.handshakeSample(sample, at));
    }

    @Override
    public void readIntent(ReadIntent intent, Origin at) {
        relay.run(() -> handler.readIntent(intent, at));
    }

    @Override
    public void readOutcome(ReadOutcome outcome, Origin at) {
        relay.run(() -> handler.readOutcome(outcome, at));
    }

    @Override
    public void nullValue(Topic topic, Origin at) {
        relay.run(() -> handler.nullValue(topic, at));
    }

    @Override
    public void unusable(Topic topic, DeadLetterReason reason, String detail, Origin at) {
        relay.run(() -> handler.unusable(topic, reason, detail, at));
    }

    @Override
    public void outputRecord(Topic topic, Origin at) {
        relay.run(() -> handler.outputRecord(topic, at));
    }

    @Override
    public void close() {
        relay.close();
    }
}
