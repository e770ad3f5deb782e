package dev.kvlease.app.eventfile;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;

/** Writes every record that it is handed. */
record WritingHandler(EventFileWriter writer) implements EventHandler {
    @Override
    public void leaseEvent(LeaseEvent event, Origin at) {
        writer.leaseEvent(event, "", at.recordTimeMs());
    }

    @Override
    public void handshakeSample(HandshakeSample sample, Origin at) {
        writer.handshakeSample(sample, at.recordTimeMs());
    }

    @Override
    public void readIntent(ReadIntent intent, Origin at) {
        writer.readIntent(intent, at.recordTimeMs());
    }

    @Override
    public void readOutcome(ReadOutcome outcome, Origin at) {
        writer.readOutcome(outcome, at.recordTimeMs());
    }

    @Override
    public void nullValue(Topic topic, Origin at) {
        throw new AssertionError("no value at line " + at.line());
    }
}
