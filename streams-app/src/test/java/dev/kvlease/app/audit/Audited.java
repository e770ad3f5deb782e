package dev.kvlease.app.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.ReplaySummary;
import dev.kvlease.app.simulate.Simulator;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.truth.ReadTruth;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The audit of a simulated fleet or of an event file, and the truth.
 *
 * @param audit what was found
 * @param truth what really happened, of a simulated fleet
 * @param reported the outcomes that the readers reported
 */
record Audited(Audit audit, List<ReadTruth> truth, List<ReadOutcome> reported) {
    static final AuditSource SOURCE = new AuditSource("test", List.of("events.ndjson"), true);

    static Audited simulated(FleetScenario scenario, long seed) throws IOException {
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        List<ReadTruth> truth = new ArrayList<>();
        try (EventFileWriter file = new EventFileWriter(events)) {
            Simulator simulator = new Simulator(scenario, seed, file, truth::add, new ReplaySummary());
            boolean more = true;
            while (more) {
                more = simulator.step();
            }
        }
        OutcomeCollector outcomes = new OutcomeCollector();
        read(new ByteArrayInputStream(events.toByteArray()), outcomes);
        Limits all = new Limits(500, 10_000, 128, 100_000, 240);
        return new Audited(audit(new ByteArrayInputStream(events.toByteArray()), all), truth, outcomes.all);
    }

    static Audit file(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return audit(in, Limits.DEFAULT);
        }
    }

    static Audit audit(InputStream in, Limits limits) throws IOException {
        Auditor auditor = new Auditor(Settings.DEFAULT, limits, at -> false);
        read(in, auditor);
        return auditor.finish();
    }

    private static void read(InputStream in, EventHandler handler) throws IOException {
        new EventFileReader(handler, (line, problem) -> {
                    throw new AssertionError(line + ": " + problem);
                })
                .read("events.ndjson", in);
    }

    private static final class OutcomeCollector implements EventHandler {
        private final List<ReadOutcome> all = new ArrayList<>();

        @Override
        public void leaseEvent(LeaseEvent event, Origin at) {}

        @Override
        public void handshakeSample(HandshakeSample sample, Origin at) {}

        @Override
        public void readIntent(ReadIntent intent, Origin at) {}

        @Override
        public void readOutcome(ReadOutcome outcome, Origin at) {
            all.add(outcome);
        }

        @Override
        public void nullValue(Topic topic, Origin at) {}
    }

    static JsonNode json(Audit audit) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (NdjsonWriter out = new NdjsonWriter(bytes)) {
            AuditJson.write(audit, SOURCE, out);
        }
        return new ObjectMapper().readTree(bytes.toByteArray());
    }
}
