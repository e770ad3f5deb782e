package dev.kvlease.app.eventfile;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Keeps everything that a reader hands over. */
final class CollectingHandler implements EventHandler {
    final List<LeaseEvent> leaseEvents = new ArrayList<>();
    final List<HandshakeSample> samples = new ArrayList<>();
    final List<ReadIntent> intents = new ArrayList<>();
    final List<ReadOutcome> outcomes = new ArrayList<>();
    final List<Topic> nullValues = new ArrayList<>();
    final List<Topic> outputRecords = new ArrayList<>();
    final List<String> malformed = new ArrayList<>();
    final List<Origin> lines = new ArrayList<>();

    static CollectingHandler read(String... lines) {
        return read(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    }

    static CollectingHandler read(byte[] file) {
        try {
            return read(new ByteArrayInputStream(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static CollectingHandler read(InputStream in) throws IOException {
        CollectingHandler handler = new CollectingHandler();
        new EventFileReader(handler, (line, problem) -> handler.malformed.add(line + ": " + problem)).read(in);
        return handler;
    }

    @Override
    public void leaseEvent(LeaseEvent event, Origin at) {
        leaseEvents.add(event);
        lines.add(at);
    }

    @Override
    public void handshakeSample(HandshakeSample sample, Origin at) {
        samples.add(sample);
        lines.add(at);
    }

    @Override
    public void readIntent(ReadIntent intent, Origin at) {
        intents.add(intent);
        lines.add(at);
    }

    @Override
    public void readOutcome(ReadOutcome outcome, Origin at) {
        outcomes.add(outcome);
        lines.add(at);
    }

    @Override
    public void nullValue(Topic topic, Origin at) {
        nullValues.add(topic);
        lines.add(at);
    }

    @Override
    public void outputRecord(Topic topic, Origin at) {
        outputRecords.add(topic);
        lines.add(at);
    }
}
