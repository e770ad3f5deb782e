package dev.kvlease.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path shared;

    private static Path events;

    private final TestConsole console = new TestConsole();

    @TempDir
    private Path dir;

    @BeforeAll
    static void simulate() {
        events = shared.resolve("events.ndjson");
        assertThat(new TestConsole()
                        .run("simulate", "--seed", "9", "--duration", "3m", "--quiet", "--out", events.toString()))
                .isEqualTo(0);
    }

    private int export(Path from, String out, String... more) {
        return console.run(
                Stream.concat(Stream.of("export", "--input", from.toString(), "--out", out), Arrays.stream(more))
                        .toArray(String[]::new));
    }

    private static String replayed(String... inputs) {
        TestConsole console = new TestConsole();
        List<String> args = new ArrayList<>(List.of("replay", "--quiet", "--input"));
        args.addAll(List.of(inputs));
        assertThat(console.run(args.toArray(String[]::new))).as(console.err()).isEqualTo(0);
        return console.out();
    }

    private JsonNode manifest(String name) throws IOException {
        return JSON.readTree(Files.readString(dir.resolve(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"out.ndjson", "out.ndjson.gz", "out.ndjson.zst"})
    void anExportedFileReplaysAsTheOneItWasMadeOf(String name) throws IOException {
        Path out = dir.resolve(name);

        assertThat(export(events, out.toString())).as(console.err()).isEqualTo(0);

        assertThat(replayed(out.toString())).isNotEmpty().isEqualTo(replayed(events.toString()));
        JsonNode manifest = manifest(name + ".manifest.json");
        assertThat(manifest.get("records").asLong())
                .isEqualTo(Files.readAllLines(events).size());
        assertThat(manifest.get("files").get(0).asText()).isEqualTo(name);
        assertThat(manifest.get("anonymized").asBoolean()).isFalse();
        assertThat(manifest.get("topics")
                        .get("read-intents")
                        .get("partitions")
                        .get("0")
                        .get("first_offset")
                        .asLong())
                .isZero();
        assertThat(manifest.get("topics")
                        .get("lease-events")
                        .get("schemas")
                        .get(0)
                        .get("name")
                        .asText())
                .isEqualTo("LeaseEvent");
    }

    @Test
    void avroFilesReplayAsTheFileTheyWereMadeOf() throws IOException {
        Path out = dir.resolve("avro");

        assertThat(export(events, out.toString(), "--format", "avro"))
                .as(console.err())
                .isEqualTo(0);

        assertThat(out.resolve("lease-events.avro")).exists();
        assertThat(replayed(out.toString())).isEqualTo(replayed(events.toString()));
        assertThat(replayed(Stream.of("lease-events", "handshake-samples", "read-intents", "read-outcomes")
                        .map(topic -> out.resolve(topic + ".avro").toString())
                        .toArray(String[]::new)))
                .isEqualTo(replayed(events.toString()));
    }

    @Test
    void fromNdjsonToAvroAndBackNothingIsLost() throws IOException {
        Path first = dir.resolve("first.ndjson");
        Path avro = dir.resolve("avro");
        Path second = dir.resolve("second.ndjson");
        export(events, first.toString());
        export(first, avro.toString(), "--format", "avro");

        assertThat(export(avro, second.toString())).as(console.err()).isEqualTo(0);

        assertThat(Files.readString(second)).isEqualTo(Files.readString(first));
    }

    @Test
    void recordsThatCouldNotBeUsedAndKeysAndHeadersSurviveBothForms() throws IOException {
        String odd = """
                {"topic":"lease-events","partition":1,"offset":7,"timestamp":5,"key":"other","refused":"KEY_NOT_HOLDER","detail":"","value":{"type":"ENGINE_HEARTBEAT","holder_engine_id":"h","holder_incarnation":"a","seq":1,"engine_clock_ns":5,"holder_role":"DECODE"}}
                {"topic":"read-intents","partition":0,"offset":3,"timestamp":6,"key_base64":"/w==","refused":"UNDECODABLE","detail":"why","value_base64":"AQID"}
                {"topic":"dead-letters","partition":0,"offset":0,"timestamp":7,"key":"h","headers":[{"name":"kvlease.error.reason","value_base64":"VU4="},{"name":"x"}],"value_base64":"AQID"}
                {"topic":"read-outcomes","partition":0,"offset":0,"timestamp":8,"key":"h","refused":"VALUE_MISSING","detail":"","value":null}
                """;
        Path file = Files.writeString(dir.resolve("odd.ndjson"), odd);
        Path avro = dir.resolve("avro");
        Path back = dir.resolve("back.ndjson");
        export(file, avro.toString(), "--format", "avro");
        export(avro, back.toString());

        assertThat(Files.readString(back)).isEqualTo(odd);
        assertThat(said(replayed(avro.toString()))).isEqualTo(said(replayed(back.toString())));
        assertThat(replayed(back.toString()).lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("KEY_NOT_HOLDER", "\"partition\":1,\"offset\":7"),
                        line -> assertThat(line).contains("UNDECODABLE", "(why)", "\"offset\":3"),
                        line -> assertThat(line).contains("NULL_VALUE"));
    }

    @Test
    void aSliceOfAHolderReplaysTheSameAnswersForIt() throws IOException {
        JsonNode verdict = JSON.readTree(replayed(events.toString())
                .lines()
                .filter(line -> line.contains("\"verdict\""))
                .findFirst()
                .orElseThrow());
        String holder = verdict.get("holder_engine_id").asText();
        Path out = dir.resolve("holder.ndjson");

        assertThat(export(events, out.toString(), "--holder", holder)).isEqualTo(0);

        List<String> wanted = said(replayed(events.toString())).stream()
                .filter(line -> line.contains("\"holder_engine_id\":\"" + holder + "\""))
                .toList();
        assertThat(said(replayed(out.toString()))).isEqualTo(wanted);
        assertThat(Files.readAllLines(out)).allMatch(line -> line.contains("\"holder_engine_id\":\"" + holder + "\""));
    }

    @Test
    void aSliceOfARequestKeepsTheHoldersLeaseEvents() throws IOException {
        String line = Files.readAllLines(events).stream()
                .filter(each -> each.contains("read-intents"))
                .findFirst()
                .orElseThrow();
        String request = JSON.readTree(line).get("value").get("request_id").asText();
        Path out = dir.resolve("request.ndjson");

        assertThat(export(events, out.toString(), "--request", request)).isEqualTo(0);

        assertThat(Files.readAllLines(out).stream().filter(each -> each.contains("\"topic\":\"read-intents\"")))
                .isNotEmpty()
                .allMatch(each -> each.contains("\"request_id\":\"" + request + "\""));
        assertThat(Files.readAllLines(out).stream()
                        .filter(each -> each.contains("\"topic\":\"lease-events\""))
                        .count())
                .isEqualTo(Files.readAllLines(events).stream()
                        .filter(each -> each.contains("\"topic\":\"lease-events\""))
                        .count());
    }

    /** What a replay says, without the places, which differ between a file and a part of it. */
    private static List<String> said(String output) throws IOException {
        List<String> said = new ArrayList<>();
        for (String line : output.lines().toList()) {
            ObjectNode object = (ObjectNode) JSON.readTree(line);
            object.remove(List.of("revision", "evidence", "line", "file", "offset", "partition"));
            said.add(object.toString());
        }
        return said;
    }

    @Test
    void anAnonymizedFileReplaysTheSameAnswersUnderOtherNames() throws IOException {
        Path out = dir.resolve("anonymous.ndjson");

        assertThat(export(events, out.toString(), "--anonymize", "--anonymize-key", "secret"))
                .as(console.err())
                .isEqualTo(0);

        String original = replayed(events.toString());
        String anonymous = replayed(out.toString());
        Names names = new Names();
        List<String> lines = original.lines().toList();
        List<String> others = anonymous.lines().toList();
        assertThat(others).hasSameSizeAs(lines);
        for (int i = 0; i < lines.size(); i++) {
            names.learn(JSON.readTree(lines.get(i)), JSON.readTree(others.get(i)), "");
        }
        assertThat(names.there).hasSizeGreaterThan(50);
        assertThat(names.clashes).isEmpty();
        String text = Files.readString(out);
        assertThat(names.there.keySet()).noneMatch(id -> id.length() > 3 && text.contains("\"" + id + "\""));
        assertThat(manifest("anonymous.ndjson.manifest.json").get("anonymized").asBoolean())
                .isTrue();
        assertThat(manifest("anonymous.ndjson.manifest.json").get("source").asText())
                .isEmpty();
    }

    @Test
    void theSameKeyGivesTheSameNamesAndNoKeyOthers() throws IOException {
        Path one = dir.resolve("one.ndjson");
        Path two = dir.resolve("two.ndjson");
        Path three = dir.resolve("three.ndjson");
        export(events, one.toString(), "--anonymize-key", "k");
        export(events, two.toString(), "--anonymize-key", "k");
        export(events, three.toString(), "--anonymize");

        assertThat(Files.readString(two)).isEqualTo(Files.readString(one));
        assertThat(Files.readString(three)).isNotEqualTo(Files.readString(one));
    }

    @Test
    void anonymizingDropsBytesDetailsAndHeadersThatMayTellIds() throws IOException {
        Path file = Files.writeString(dir.resolve("letters.ndjson"), """
                {"topic":"dead-letters","timestamp":7,"key":"alice","headers":[{"name":"kvlease.error.reason","value_base64":"VU4="},{"name":"kvlease.error.message","value_base64":"YWxpY2U="},{"name":"trace","value_base64":"YWxpY2U="}],"value_base64":"YWxpY2U="}
                {"topic":"read-intents","timestamp":6,"key":"alice","refused":"UNDECODABLE","detail":"alice","value_base64":"YWxpY2U="}
                {"topic":"lease-events","timestamp":6,"value":{"type":"BLOCKS_RELEASED","holder_engine_id":"alice","holder_incarnation":"alice","seq":1,"engine_clock_ns":5,"request_id":"alice","reason":"alice left"}}
                {"topic":"violations","timestamp":6,"key":"alice","value":{"violation_id":"UNLEASED_READ|alice|alice|alice||alice|alice","type":"UNLEASED_READ","certainty":"POSSIBLE","holder_engine_id":"alice","holder_incarnation":"alice","reader_engine_id":"alice","reader_incarnation":"alice","request_id":"alice","read_request_id":"alice","evidence":{"as_of":{"partition":0,"lease_events":1,"handshake_samples":1,"read_intents":1,"read_outcomes":1}}}}
                {"topic":"verdicts","timestamp":6,"key":"alice|alice|alice","value":{"reader_engine_id":"alice","reader_incarnation":"alice","holder_engine_id":"alice","request_id":"alice","read_request_id":"alice","status":"EXPIRED","reason":"LEASE_UNKNOWN","trigger":"READ_INTENT","revision":1,"evidence":{"rule":"V5","clock_reader_incarnation":"alice","as_of":{"partition":0,"lease_events":1,"handshake_samples":1,"read_intents":1,"read_outcomes":1}}}}
                """);
        Path out = dir.resolve("letters.anonymous.ndjson");

        assertThat(export(file, out.toString(), "--anonymize-key", "k"))
                .as(console.err())
                .isEqualTo(0);

        String text = Files.readString(out);
        assertThat(text).doesNotContain("alice", "YWxpY2U=").contains("kvlease.error.reason", "UNDECODABLE");
        Map<String, JsonNode> byTopic = new HashMap<>();
        for (String line : text.lines().toList()) {
            JsonNode record = JSON.readTree(line);
            byTopic.put(record.get("topic").asText(), record);
        }
        String engine =
                byTopic.get("lease-events").get("value").get("holder_engine_id").asText();
        assertThat(byTopic.get("dead-letters").get("key").asText()).isEqualTo(engine);
        String life = engine.replace("engine", "life");
        String request = engine.replace("engine", "request");
        assertThat(byTopic.get("violations").get("value").get("violation_id").asText())
                .isEqualTo(String.join(
                        "|", "UNLEASED_READ", engine, life, request, "", engine, engine.replace("engine", "read")));
        assertThat(byTopic.get("verdicts").get("key").asText()).isEqualTo(engine + "|" + engine + "|" + request);
    }

    @Test
    void aTruncatedAvroFileIsReadAsFarAsItGoes() throws IOException {
        Path out = dir.resolve("avro");
        export(events, out.toString(), "--format", "avro");
        Path file = out.resolve("lease-events.avro");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - bytes.length / 4));
        TestConsole cut = new TestConsole();

        assertThat(cut.run("replay", "--input", out.toString())).isEqualTo(3);
        assertThat(cut.errLines().get(0))
                .matches(".*lease-events.avro:[0-9]+: the file is cut off here; what came before has been read");
        assertThat(cut.out()).contains("\"verdict\"");
    }

    @Test
    void anAvroFileOfAnotherSchemaIsNamedWithWhatWasExpected() throws IOException {
        Schema schema = SchemaBuilder.record("com.example.Order")
                .fields()
                .requiredLong("id")
                .endRecord();
        Path file = dir.resolve("orders.avro");
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            writer.create(schema, file.toFile());
            GenericRecord order = new GenericData.Record(schema);
            order.put("id", 1L);
            writer.append(order);
        }

        assertThat(console.run("replay", "--input", file.toString())).isEqualTo(3);
        assertThat(console.errLines().get(0))
                .contains("orders.avro:1: it holds records of com.example.Order; expected LeaseEvent, HandshakeSample");
    }

    @Test
    void anEmptyDirectoryAndAFullOneAreRefused() throws IOException {
        assertThat(console.run("replay", "--input", dir.toString())).isEqualTo(4);
        assertThat(console.err()).contains("no event file, Avro file or log in it");
        Files.write(dir.resolve("x"), "y".getBytes(UTF_8));
        assertThat(export(events, dir.toString(), "--format", "avro")).isEqualTo(2);
        assertThat(console.err()).contains("is not empty; name a new directory");
    }

    /** Which name an id got, learnt from two outputs that should say the same. */
    private static final class Names {
        private final Map<String, String> there = new HashMap<>();
        private final Map<String, String> back = new HashMap<>();
        private final List<String> clashes = new ArrayList<>();

        void learn(JsonNode one, JsonNode other, String field) {
            assertThat(other.getNodeType()).isEqualTo(one.getNodeType());
            if (one.isObject()) {
                assertThat(names(other)).isEqualTo(names(one));
                names(one).stream()
                        .filter(name -> !name.equals("violation_id") && !name.equals("file"))
                        .forEach(name -> learn(one.get(name), other.get(name), name));
            } else if (one.isTextual()
                    && (field.endsWith("_id") || field.endsWith("_incarnation") || field.equals("by"))) {
                see(kind(field) + one.asText(), kind(field) + other.asText());
            } else {
                assertThat(other).as(field).isEqualTo(one);
            }
        }

        private static String kind(String field) {
            return field.endsWith("_engine_id") ? "e:" : "";
        }

        private static List<String> names(JsonNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            return names;
        }

        private void see(String id, String name) {
            String known = there.putIfAbsent(id, name);
            if (known != null && !known.equals(name)) {
                clashes.add(id + ": " + known + " and " + name);
            }
            back.putIfAbsent(name, id);
            if (!back.get(name).equals(id)) {
                clashes.add(name + " for " + id + " and " + back.get(name));
            }
        }
    }
}
