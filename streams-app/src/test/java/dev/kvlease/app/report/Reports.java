package dev.kvlease.app.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.audit.Audit;
import dev.kvlease.app.audit.AuditJson;
import dev.kvlease.app.audit.AuditSource;
import dev.kvlease.app.audit.Auditor;
import dev.kvlease.app.audit.Limits;
import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.replay.ReplaySummary;
import dev.kvlease.app.simulate.Simulator;
import dev.kvlease.core.Settings;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reports of event files, and the audits they show. */
public final class Reports {
    private static final AuditSource SOURCE = new AuditSource("1.2.3", List.of("events <&> \"ndjson\""), true);

    private Reports() {}

    static Audit simulated(FleetScenario scenario, long seed) throws IOException {
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        try (EventFileWriter file = new EventFileWriter(events)) {
            Simulator simulator = new Simulator(scenario, seed, file, truth -> {}, new ReplaySummary());
            boolean more = true;
            while (more) {
                more = simulator.step();
            }
        }
        return audit(events.toByteArray());
    }

    static Audit audit(byte[] events) throws IOException {
        Auditor auditor = new Auditor(Settings.DEFAULT, Limits.DEFAULT, at -> false);
        new EventFileReader(auditor, (line, problem) -> {
                    throw new AssertionError(line + ": " + problem);
                })
                .read("events.ndjson", new ByteArrayInputStream(events));
        return auditor.finish();
    }

    static JsonNode json(Audit audit) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (NdjsonWriter out = new NdjsonWriter(bytes)) {
            AuditJson.write(audit, SOURCE, out);
        }
        return new ObjectMapper().readTree(bytes.toByteArray());
    }

    static String html(Audit audit) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HtmlReport.write(json -> AuditJson.write(audit, SOURCE, json), bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    static Path file(Audit audit, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            HtmlReport.write(json -> AuditJson.write(audit, SOURCE, json), out);
        }
        return file;
    }

    /** One lease read a second too late, with such ids, on clocks that have run for decades. */
    public static byte[] lateRead(String holder, String reader, String request, String read, String taker)
            throws IOException {
        ObjectMapper json = new ObjectMapper();
        String[] ids = new String[5];
        String[] plain = {holder, reader, request, read, taker};
        for (int i = 0; i < plain.length; i++) {
            ids[i] = json.writeValueAsString(plain[i]);
        }
        String text = """
                {"topic": "lease-events", "timestamp": 1785000000000, "value": {"type": "ENGINE_STARTED", "holder_engine_id": H, "holder_incarnation": "h", "seq": 0, "engine_clock_ns": 1152921504600000001}}
                {"topic": "handshake-samples", "timestamp": 1785000000100, "value": {"reader_engine_id": R, "reader_incarnation": "r", "holder_engine_id": H, "holder_incarnation": "h", "rank": 0, "sent_ns": 1000000000000000001, "remote_ns": 1152921504700000001, "received_ns": 1000000000001000001}}
                {"topic": "lease-events", "timestamp": 1785000000200, "value": {"type": "BLOCKS_ALLOCATED", "holder_engine_id": H, "holder_incarnation": "h", "seq": 1, "engine_clock_ns": 1152921504800000001, "request_id": Q, "block_ids": [[1, 2]], "shared_prefix_blocks": [0], "expiry_ns": 1152921534800000001}}
                {"topic": "lease-events", "timestamp": 1785000030300, "value": {"type": "BLOCKS_ALLOCATED", "holder_engine_id": H, "holder_incarnation": "h", "seq": 2, "engine_clock_ns": 1152921534900000001, "request_id": T, "block_ids": [[1, 2]], "shared_prefix_blocks": [0], "expiry_ns": 1152921564900000001}}
                {"topic": "read-outcomes", "timestamp": 1785000031300, "value": {"reader_engine_id": R, "reader_incarnation": "r", "holder_engine_id": H, "holder_incarnation": "h", "request_id": Q, "read_request_id": X, "lease_seq": 1, "status": "COMPLETED", "started_ns": 1000000031000000001, "finished_ns": 1000000031100000007}}
                {"topic": "lease-events", "timestamp": 1785000040000, "value": {"type": "ENGINE_HEARTBEAT", "holder_engine_id": H, "holder_incarnation": "h", "seq": 3, "engine_clock_ns": 1152921544600000001}}
                """;
        return text.replace("\"holder_engine_id\": H", "\"holder_engine_id\": " + ids[0])
                .replace("\"reader_engine_id\": R", "\"reader_engine_id\": " + ids[1])
                .replace("\"request_id\": Q", "\"request_id\": " + ids[2])
                .replace("\"read_request_id\": X", "\"read_request_id\": " + ids[3])
                .replace("\"request_id\": T", "\"request_id\": " + ids[4])
                .getBytes(StandardCharsets.UTF_8);
    }
}
