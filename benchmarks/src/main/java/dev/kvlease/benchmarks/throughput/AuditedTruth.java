package dev.kvlease.benchmarks.throughput;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.eventfile.FieldNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What an audit of a simulated fleet found, held against the ground truth that {@code simulate} wrote beside it.
 *
 * @param contaminated reads that really used bytes of another request
 * @param found how many of them the audit calls CERTAIN or POSSIBLE
 * @param certain reads that the audit calls CERTAIN
 * @param falselyCertain how many of them ended while their lease was still held
 * @param notJudged reads of which the audit says that nothing can be said about them
 */
record AuditedTruth(long contaminated, long found, long certain, long falselyCertain, long notJudged) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String USED_FOREIGN_BYTES = "used_foreign_bytes";

    private record Read(String reader, String request, String readRequest) {
        static Read of(JsonNode line) {
            return new Read(
                    line.path(FieldNames.READER).asText(),
                    line.path(FieldNames.REQUEST).asText(),
                    line.path(FieldNames.READ_REQUEST).asText());
        }
    }

    /**
     * Compares.
     *
     * @param audit what {@code audit --json} printed; its violations are read one by one
     * @param truth the truth file
     * @throws IOException if one of them cannot be read
     */
    static AuditedTruth of(Path audit, Path truth) throws IOException {
        Map<Read, Boolean> certainByRead = new HashMap<>();
        long notJudged = readAudit(audit, certainByRead);
        AuditedTruth none = new AuditedTruth(
                0, 0, certainByRead.values().stream().filter(certain -> certain).count(), 0, notJudged);
        try (Stream<String> lines = Files.lines(truth)) {
            return lines.map(AuditedTruth::line)
                    .reduce(none, (counted, line) -> counted.with(line, certainByRead), (one, other) -> one);
        }
    }

    /** Whether every contaminated read was found, or may be among those of which nothing can be said, and all that is CERTAIN is true. */
    boolean holds() {
        return falselyCertain == 0 && contaminated - found <= notJudged;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "contaminated reads %,d, found %,d; CERTAIN %,d, not true %,d; not judged %,d",
                contaminated,
                found,
                certain,
                falselyCertain,
                notJudged);
    }

    private AuditedTruth with(JsonNode truth, Map<Read, Boolean> certainByRead) {
        Boolean verdict = certainByRead.get(Read.of(truth));
        boolean foreign = truth.path(USED_FOREIGN_BYTES).asBoolean();
        boolean over = truth.at("/actual/unsafe").asBoolean();
        return new AuditedTruth(
                contaminated + (foreign ? 1 : 0),
                found + (foreign && verdict != null ? 1 : 0),
                certain,
                falselyCertain + (verdict != null && verdict && !over ? 1 : 0),
                notJudged);
    }

    private static JsonNode line(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new IllegalArgumentException("no truth: " + line, e);
        }
    }

    private static long readAudit(Path audit, Map<Read, Boolean> certainByRead) throws IOException {
        long notJudged = 0;
        try (JsonParser parser = JSON.createParser(audit.toFile())) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("violations")) {
                    readViolations(parser, certainByRead);
                } else if (field.equals("summary")) {
                    JsonNode summary = JSON.readTree(parser);
                    notJudged = summary.at("/reads/not_judged").asLong();
                } else {
                    parser.skipChildren();
                }
            }
        }
        return notJudged;
    }

    private static void readViolations(JsonParser parser, Map<Read, Boolean> certainByRead) throws IOException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            JsonNode violation = JSON.readTree(parser);
            if (violation.has("read")) {
                boolean certain = violation.path("certainty").asText().equals("CERTAIN");
                certainByRead.merge(Read.of(violation), certain, Boolean::logicalOr);
            }
        }
    }
}
