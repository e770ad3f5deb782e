package dev.kvlease.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.source.TestTopics;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.app.topics.TopicSchemas;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.schemas.registry.SchemaRegistry;
import dev.kvlease.schemas.serde.GenericAvroSerializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportCommandTest {
    private static final long FIRST_MS = Instant.parse("2026-11-01T10:00:00Z").toEpochMilli();

    @TempDir
    private static Path shared;

    private static EmbeddedPlatform platform;
    private static TestTopics source;

    private final TestConsole console = new TestConsole();

    @TempDir
    private Path dir;

    @BeforeAll
    static void start() throws Exception {
        platform = EmbeddedPlatform.start(shared.resolve("kafka"), new TopicLayout("unused.", 1, 1, Optional.empty()));
        Path events = shared.resolve("events.ndjson");
        new TestConsole().run("simulate", "--seed", "3", "--duration", "30s", "--quiet", "--out", events.toString());
        source = new TestTopics(platform, "source.", Topic.values());
        source.sendFile(events, FIRST_MS);
        sendOddities();
        source.flush();
    }

    /** Records that could not be used, of the outputs, and of a schema of tomorrow. */
    private static void sendOddities() {
        byte[] key = "h".getBytes(UTF_8);
        source.send(Topic.LEASE_EVENTS, 0, FIRST_MS + 90_000, key, new byte[] {1, 2, 3}, List.of());
        source.send(Topic.READ_INTENTS, 1, FIRST_MS + 90_001, null, new byte[] {4}, List.of());
        source.send(Topic.READ_OUTCOMES, 1, FIRST_MS + 90_002, "x".getBytes(UTF_8), (byte[]) null, List.of());
        source.send(
                Topic.DEAD_LETTERS,
                0,
                FIRST_MS + 90_003,
                null,
                new byte[] {9, 8, 7},
                List.of(
                        new RecordHeader("kvlease.error.reason", "UNDECODABLE".getBytes(UTF_8)),
                        new RecordHeader("kvlease.error.reason", null)));
        source.send(
                Topic.CLOCK_OFFSETS,
                null,
                FIRST_MS + 90_004,
                "h|r".getBytes(UTF_8),
                OutputCodec.toAvro(new ClockOffset("h", "a", "r", "b", 5, 6, 1, 2, 3, false, 4, 0)),
                List.of());
        source.send(Topic.READ_INTENTS, null, FIRST_MS + 90_005, key, ofTomorrow(), List.of());
    }

    private static byte[] ofTomorrow() {
        Schema today = TopicSchemas.valueSchema(Topic.READ_INTENTS).orElseThrow();
        List<Schema.Field> fields = new ArrayList<>();
        today.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
        fields.add(new Schema.Field("mood", Schema.create(Schema.Type.STRING), "New.", "calm"));
        Schema tomorrow = Schema.createRecord(today.getName(), today.getDoc(), today.getNamespace(), false, fields);
        GenericData.Record intent = new GenericData.Record(tomorrow);
        today.getFields().forEach(field -> {
            if (field.hasDefaultValue()) {
                intent.put(field.name(), GenericData.get().getDefaultValue(field));
            }
        });
        List.of("reader_engine_id", "reader_incarnation", "request_id", "read_request_id")
                .forEach(field -> intent.put(field, "r"));
        intent.put("holder_engine_id", "h");
        intent.put("block_ids", List.of());
        intent.put("num_local_blocks", 3);
        intent.put("mood", "merry");
        Map<String, String> properties = Map.of("schema.registry.url", platform.registryUrl());
        return new GenericAvroSerializer(SchemaRegistry.open(properties), properties)
                .serialize("source.read-intents", intent);
    }

    @AfterAll
    static void stop() {
        source.close();
        platform.close();
    }

    private int run(TestConsole to, TestTopics topics, String verb, String... more) {
        List<String> args = new ArrayList<>(List.of(verb));
        args.addAll(topics.options());
        args.addAll(List.of(more));
        return to.run(args.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ndjson", "avro"})
    void whatIsExportedImportedAndExportedAgainIsTheSame(String format) throws Exception {
        Path first = dir.resolve("first");
        assertThat(run(console, source, "export", "--format", format, "--out", first.toString()))
                .as(console.err())
                .isEqualTo(0);
        try (TestTopics copy = new TestTopics(platform, format + "copy.", Topic.values())) {
            TestConsole importing = new TestConsole();
            assertThat(run(importing, copy, "import", "--input", first.toString()))
                    .as(importing.err())
                    .isEqualTo(0);
            assertThat(importing.err()).contains("input topics carry the broker's time");

            assertSame(exported(copy, "second", format), exported(source, "third", format));
        }
        String all = exported(source, "fourth", "avro");
        assertThat(all)
                .contains("\"refused\":\"UNDECODABLE\"", "\"refused\":\"KEY_MISSING\"", "VALUE_MISSING", "CQgH")
                .contains("\"mood\":\"merry\"", "\"key\":\"h|r\"");
    }

    private static void assertSame(String actual, String expected) {
        List<String> there = actual.lines().toList();
        List<String> wanted = expected.lines().toList();
        for (int i = 0; i < Math.min(there.size(), wanted.size()); i++) {
            assertThat(there.get(i)).isEqualTo(wanted.get(i));
        }
        assertThat(there).hasSameSizeAs(wanted);
    }

    /** What topics hold, as text; through NDJSON a field that this version does not know is lost on the way in. */
    private String exported(TestTopics topics, String name, String format) throws IOException {
        TestConsole quiet = new TestConsole();
        Path out = dir.resolve(name + ".ndjson");
        assertThat(run(quiet, topics, "export", "--out", out.toString()))
                .as(quiet.err())
                .isEqualTo(0);
        String text = Files.readString(out);
        return format.equals("ndjson") ? text.replace(",\"mood\":\"merry\"", "") : text;
    }

    @Test
    void theManifestTellsWhatLiesWhere() throws IOException {
        Path out = dir.resolve("out.ndjson.zst");
        run(console, source, "export", "--out", out.toString(), "--from", "2026-11-01T10:01:00Z", "--history", "0s");

        var manifest = new ObjectMapper().readTree(Files.readString(dir.resolve("out.ndjson.zst.manifest.json")));
        assertThat(manifest.get("records").asLong()).isEqualTo(6);
        assertThat(manifest.get("source").asText()).isEqualTo(platform.bootstrapServers());
        assertThat(manifest.get("slice").asText()).isEqualTo("2026-11-01T10:01:00Z..");
        assertThat(manifest.get("first_time").asText()).isEqualTo("2026-11-01T10:01:30Z");
        assertThat(manifest.get("topics")
                        .get("read-intents")
                        .get("schemas")
                        .get(0)
                        .toString())
                .contains("\"mood\"");
    }

    @Test
    void nothingIsImportedIfATopicIsMissing() throws Exception {
        Path file = Files.writeString(dir.resolve("a.ndjson"), "");
        try (TestTopics some = new TestTopics(platform, "few.", Topic.LEASE_EVENTS)) {
            assertThat(run(console, some, "import", "--inputs-only", "--input", file.toString()))
                    .isEqualTo(4);
            assertThat(console.errLines())
                    .hasSize(4)
                    .contains("kvlease import: nothing imported, for the reasons above")
                    .anyMatch(line -> line.startsWith("topic few.read-intents is missing; create it: "));
        }
    }
}
