package dev.kvlease.app.eventfile;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;

/** Writes every record that it is handed. */
record WritingHandler(EventFileWriter writer) implements EventHandler {
    @Override
    public void leaseEvent(LeaseEvent event, LineInfo at) {
        writer.leaseEvent(event, "", at.recordTimeMs());
    }

    @Override
    public void handshakeSample(HandshakeSample sample, LineInfo at) {
        writer.handshakeSample(sample, at.recordTimeMs());
    }

    @Override
    public void readIntent(ReadIntent intent, LineInfo at) {
        writer.readIntent(intent, at.recordTimeMs());
    }

    @Override
    public void readOutcome(ReadOutcome outcome, LineInfo at) {
        writer.readOutcome(outcome, at.recordTimeMs());
    }

    @Override
    public void nullValue(Topic topic, LineInfo at) {
        throw new AssertionError("no value at line " + at.line());
    }
}
