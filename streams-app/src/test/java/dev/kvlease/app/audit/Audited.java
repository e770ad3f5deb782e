package dev.kvlease.app.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.replay.ReplaySummary;
import dev.kvlease.app.simulate.Simulator;
import dev.kvlease.core.Settings;
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
 */
record Audited(Audit audit, List<ReadTruth> truth) {
    static final AuditSource SOURCE = new AuditSource("test", List.of("events.ndjson"), 0);

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
        return new Audited(audit(new ByteArrayInputStream(events.toByteArray()), Limits.DEFAULT), truth);
    }

    static Audit file(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return audit(in, Limits.DEFAULT);
        }
    }

    static Audit audit(InputStream in, Limits limits) throws IOException {
        Auditor auditor = new Auditor(Settings.DEFAULT, limits);
        new EventFileReader(auditor, (line, problem) -> {
                    throw new AssertionError(line + ": " + problem);
                })
                .read("events.ndjson", in);
        return auditor.finish();
    }

    static JsonNode json(Audit audit) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (NdjsonWriter out = new NdjsonWriter(bytes)) {
            AuditJson.write(audit, SOURCE, out);
        }
        return new ObjectMapper().readTree(bytes.toByteArray());
    }
}
