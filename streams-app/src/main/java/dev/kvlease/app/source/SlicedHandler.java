package dev.kvlease.app.source;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;

/** Hands on what does not lie behind a slice, counts it, and watches whether record times go back. */
public final class SlicedHandler implements EventHandler {
    private final EventHandler handler;
    private final Slice slice;
    private final TimeWatch times = new TimeWatch();
    private long records;
    private long history;

    /**
     * A handler before a handler.
     *
     * @param handler takes the records
     * @param slice which of them
     */
    public SlicedHandler(EventHandler handler, Slice slice) {
        this.handler = handler;
        this.slice = slice;
    }

    /**
     * How many records of the inputs have been handed on.
     *
     * @return the count, history included
     */
    public long records() {
        return records;
    }

    /**
     * How many of them lay before the slice.
     *
     * @return the count
     */
    public long history() {
        return history;
    }

    /**
     * What was found about the order of record times.
     *
     * @return the watch
     */
    public TimeWatch times() {
        return times;
    }

    @Override
    public void leaseEvent(LeaseEvent event, Origin at) {
        if (takes(Topic.LEASE_EVENTS, at)) {
            handler.leaseEvent(event, at);
        }
    }

    @Override
    public void handshakeSample(HandshakeSample sample, Origin at) {
        if (takes(Topic.HANDSHAKE_SAMPLES, at)) {
            handler.handshakeSample(sample, at);
        }
    }

    @Override
    public void readIntent(ReadIntent intent, Origin at) {
        if (takes(Topic.READ_INTENTS, at)) {
            handler.readIntent(intent, at);
        }
    }

    @Override
    public void readOutcome(ReadOutcome outcome, Origin at) {
        if (takes(Topic.READ_OUTCOMES, at)) {
            handler.readOutcome(outcome, at);
        }
    }

    @Override
    public void nullValue(Topic topic, Origin at) {
        if (takes(topic, at)) {
            handler.nullValue(topic, at);
        }
    }

    @Override
    public void unusable(Topic topic, DeadLetterReason reason, String detail, Origin at) {
        if (takes(topic, at)) {
            handler.unusable(topic, reason, detail, at);
        }
    }

    @Override
    public void outputRecord(Topic topic, Origin at) {
        if (!slice.isOver(at)) {
            handler.outputRecord(topic, at);
        }
    }

    private boolean takes(Topic topic, Origin at) {
        if (slice.isOver(at)) {
            return false;
        }
        records++;
        if (slice.isHistory(at)) {
            history++;
        }
        times.see(topic, at);
        return true;
    }
}
