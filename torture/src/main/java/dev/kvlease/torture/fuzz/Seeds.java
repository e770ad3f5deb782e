package dev.kvlease.torture.fuzz;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.simulate.Simulator;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Effects;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/** Good input: what a simulated fleet says, and what follows from it. */
final class Seeds {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long FIRST_TIME_MS = 1_785_000_000_000L;
    private static final String VALUES = ": (?:\"[^\"]*\"|[0-9]+)";

    private Seeds() {}

    /** An event file of a small fleet in which all kinds of things happen. */
    static byte[] eventFile(long seed, ReplayObserver observer) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (EventFileWriter writer = new EventFileWriter(file)) {
            Simulator simulator =
                    new Simulator(FleetScenario.incident(4, 6, 60 * SECOND_NS), seed, writer, read -> {}, observer);
            while (simulator.step()) {
                // all of it
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }

    /** Its records, in their order. */
    static List<InputRecord> records(long seed) {
        List<InputRecord> records = new ArrayList<>();
        try {
            new EventFileReader(new Collected(records), (line, problem) -> {})
                    .read(new ByteArrayInputStream(eventFile(seed, new Quiet() {})));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return records;
    }

    /** One of each shape: which fields are there, and of which type. */
    static List<InputRecord> shapes(long seed) {
        Set<String> seen = new HashSet<>();
        return records(seed).stream()
                .filter(input -> seen.add(shape(InputCodec.toAvro(input))))
                .toList();
    }

    private static String shape(SpecificRecord record) {
        return record.getClass().getSimpleName() + record.toString().replaceAll(VALUES, "");
    }

    /** All record types of the topics: the shapes of the inputs, and one of each kind of what follows. */
    static List<SpecificRecord> avro(long seed) {
        List<SpecificRecord> all = new ArrayList<>();
        shapes(seed).forEach(input -> all.add(InputCodec.toAvro(input)));
        eventFile(seed, new Kept(all, new HashSet<>()));
        return all;
    }

    static Arrival arrival(long number) {
        return new Arrival(FIRST_TIME_MS + number, number, new AsOf(0, number, number, number, number));
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static List<byte[]> utf8(List<String> texts) {
        return texts.stream().map(Seeds::utf8).toList();
    }

    private record Collected(List<InputRecord> records) implements EventHandler {
        @Override
        public void leaseEvent(LeaseEvent event, Origin at) {
            records.add(new InputRecord.Event(event));
        }

        @Override
        public void handshakeSample(HandshakeSample sample, Origin at) {
            records.add(new InputRecord.Sample(sample));
        }

        @Override
        public void readIntent(ReadIntent intent, Origin at) {
            records.add(new InputRecord.Intent(intent));
        }

        @Override
        public void readOutcome(ReadOutcome outcome, Origin at) {
            records.add(new InputRecord.Outcome(outcome));
        }

        @Override
        public void nullValue(Topic topic, Origin at) {}
    }

    /** Keeps the first output of each kind. */
    private record Kept(List<SpecificRecord> all, Set<String> seen) implements Quiet {
        @Override
        public void verdict(Verdict verdict) {
            if (seen.add(verdict.reason().name() + verdict.trigger())) {
                all.add(OutputCodec.toAvro(verdict));
            }
        }

        @Override
        public void violation(Violation violation) {
            if (seen.add(violation.type().name())) {
                all.add(OutputCodec.toAvro(violation));
            }
        }

        @Override
        public void clockOffset(ClockOffset offset) {
            if (seen.add("offset")) {
                all.add(OutputCodec.toAvro(offset));
            }
        }
    }

    /** Listens to nothing. */
    interface Quiet extends Effects, ReplayObserver {
        @Override
        default void applying(Topic topic, Origin at) {}

        @Override
        default void nullValue() {}

        @Override
        default void verdict(Verdict verdict) {}

        @Override
        default void violation(Violation violation) {}

        @Override
        default void clockOffset(ClockOffset offset) {}

        @Override
        default void refused(BadRecord reason) {}

        @Override
        default void note(Note note) {}
    }
}
