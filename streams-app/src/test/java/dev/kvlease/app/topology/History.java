package dev.kvlease.app.topology;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.simulate.Simulator;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The records of an event file, in order.
 *
 * @param records all of them
 */
record History(List<Arriving> records) {
    /**
     * A record on its way.
     *
     * @param topic its topic
     * @param input what it says, or empty for a null value
     * @param timestampMs its record time
     */
    record Arriving(Topic topic, Optional<InputRecord> input, long timestampMs) {}

    static History read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a simulated fleet says, whose readers were answered. */
    static History simulated(FleetScenario scenario, long seed) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (EventFileWriter writer = new EventFileWriter(bytes)) {
            Simulator simulator = new Simulator(scenario, seed, writer, read -> {}, new Outputs());
            while (simulator.step()) {
                // until the scenario is over
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            return read(new ByteArrayInputStream(bytes.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last question about each holder; asked again, its answer tells of everything before it. */
    List<Arriving> lastQuestions() {
        Map<String, Arriving> last = new TreeMap<>();
        for (Arriving record : records) {
            if (record.topic() == Topic.READ_INTENTS) {
                last.put(record.input().orElseThrow().holder(), record);
            }
        }
        return List.copyOf(last.values());
    }

    static History read(InputStream in) throws IOException {
        Collector collector = new Collector();
        new EventFileReader(collector, (line, problem) -> {
                    throw new AssertionError(line + ": " + problem);
                })
                .read(in);
        return new History(collector.records);
    }

    private static final class Collector implements EventHandler {
        private final List<Arriving> records = new ArrayList<>();

        private void add(Topic topic, InputRecord input, Origin at) {
            records.add(new Arriving(topic, Optional.of(input), at.recordTimeMs()));
        }

        @Override
        public void leaseEvent(LeaseEvent event, Origin at) {
            add(Topic.LEASE_EVENTS, new InputRecord.Event(event), at);
        }

        @Override
        public void handshakeSample(HandshakeSample sample, Origin at) {
            add(Topic.HANDSHAKE_SAMPLES, new InputRecord.Sample(sample), at);
        }

        @Override
        public void readIntent(ReadIntent intent, Origin at) {
            add(Topic.READ_INTENTS, new InputRecord.Intent(intent), at);
        }

        @Override
        public void readOutcome(ReadOutcome outcome, Origin at) {
            add(Topic.READ_OUTCOMES, new InputRecord.Outcome(outcome), at);
        }

        @Override
        public void nullValue(Topic topic, Origin at) {
            records.add(new Arriving(topic, Optional.empty(), at.recordTimeMs()));
        }
    }
}
