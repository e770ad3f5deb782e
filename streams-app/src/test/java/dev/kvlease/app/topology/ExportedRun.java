package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.app.cli.ExitCode;
import dev.kvlease.app.cli.Printed;
import dev.kvlease.app.source.StoredJson;
import dev.kvlease.schemas.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** An export of what a live application took and wrote: commands say of it what the application said. */
final class ExportedRun {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Verdict> verdicts;
    private final List<String> topics = new ArrayList<>();
    private final Path dir;
    private final Path export;

    ExportedRun(Cluster cluster, Map<String, String> properties, Path dir) throws Exception {
        this.verdicts = cluster.outputs().verdicts;
        this.dir = Files.createDirectories(dir);
        properties.forEach((key, value) -> topics.addAll(List.of("--set", key + "=" + value)));
        topics.addAll(List.of("--bootstrap-server", properties.get("bootstrap.servers")));
        export = dir.resolve("export.ndjson");
        run(topics, "export", "--out", export.toString());
    }

    void check() throws IOException {
        Path avro = dir.resolve("avro");
        run(topics, "export", "--format", "avro", "--out", avro.toString());
        List<String> file = List.of("--input", export.toString());
        List<String> directory = List.of("--input", avro.toString());
        String same = verdicts.size() + " same, 0 different, 0 missing, 0 extra";

        assertThat(replayed(file)).isEqualTo(recorded());
        assertThat(replayed(directory)).isEqualTo(recorded());
        assertThat(replayed(topics)).isEqualTo(recorded());
        assertThat(run(file, "replay", "--compare").err()).contains(same);
        assertThat(run(directory, "replay", "--compare").err()).contains(same);
        assertThat(run(topics, "replay", "--compare", "--verdicts", export.toString())
                        .err())
                .contains(same);
        explainAndAuditSayTheSame(file);
        inAnotherOrderVerdictsTellTheOrder();
    }

    private void explainAndAuditSayTheSame(List<String> file) {
        Verdict asked = verdicts.get(verdicts.size() / 2);
        String[] explain = {
            "explain", "--json", "--holder", asked.getHolderEngineId(), "--request", asked.getRequestId()
        };
        assertThat(withoutSources(run(file, explain).out()))
                .contains("\"revision\":" + asked.getRevision())
                .isEqualTo(withoutSources(run(topics, explain).out()));
        assertThat(withoutSources(run(file, "audit", "--json").out()))
                .isEqualTo(withoutSources(run(topics, "audit", "--json").out()));
    }

    private static String withoutSources(String output) {
        return output.replaceAll("\"(file|line)\":(\"[^\"]*\"|\\d+),?", "").replaceAll("\"sources\":\\[[^]]*]", "");
    }

    private void inAnotherOrderVerdictsTellTheOrder() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(export));
        lines.sort(Comparator.comparing(line -> line.contains("\"topic\":\"verdicts\"") ? 0L : time(line)));
        String sorted = Files.write(dir.resolve("sorted.ndjson"), lines).toString();

        assertThat(replayed(List.of("--input", sorted))).isNotEqualTo(recorded());
        assertThat(replayed(List.of("--input", sorted, "--verdicts", sorted))).isEqualTo(recorded());
        List<String> apart = new ArrayList<>(topics);
        apart.addAll(List.of("--verdicts", sorted));
        assertThat(replayed(apart)).isEqualTo(recorded());
    }

    private static long time(String line) {
        try {
            return JSON.readTree(line).get("timestamp").asLong();
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }

    private static Printed run(List<String> input, String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(input);
        return Printed.by(ExitCode.OK, all.toArray(String[]::new));
    }

    /** What the application said, by task. */
    private List<JsonNode> recorded() throws IOException {
        List<JsonNode> all = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            ObjectNode fields =
                    (ObjectNode) JSON.readTree(StoredJson.toJson(verdict).toString());
            fields.remove("consumed");
            all.add(fields);
        }
        return ordered(all);
    }

    /** What a replay says, by task. */
    private static List<JsonNode> replayed(List<String> input) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        for (String line : run(input, "replay", "--quiet").out().lines().toList()) {
            ObjectNode fields = (ObjectNode) JSON.readTree(line);
            if (fields.remove("kind").asText().equals("verdict")) {
                all.add(fields);
            }
        }
        return ordered(all);
    }

    private static List<JsonNode> ordered(List<JsonNode> verdicts) {
        verdicts.sort(Comparator.<JsonNode>comparingInt(
                        verdict -> verdict.at("/evidence/as_of/partition").asInt())
                .thenComparingLong(verdict -> verdict.get("revision").asLong())
                .thenComparing(verdict -> verdict.get("read_request_id").asText()));
        return verdicts;
    }
}
