package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.source.TestTopics;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.schemas.AsOf;
import dev.kvlease.schemas.Consumption;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictEvidence;
import dev.kvlease.schemas.VerdictReason;
import dev.kvlease.schemas.VerdictRule;
import dev.kvlease.schemas.VerdictStatus;
import dev.kvlease.schemas.VerdictTrigger;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicInputTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Topic[] INPUTS = {
        Topic.LEASE_EVENTS, Topic.HANDSHAKE_SAMPLES, Topic.READ_INTENTS, Topic.READ_OUTCOMES
    };
    private static final long FIRST_MS = Instant.parse("2026-11-01T10:00:00Z").toEpochMilli();

    @TempDir
    private static Path platformDir;

    private static EmbeddedPlatform platform;
    private static Path events;
    private static TestTopics topics;
    private static long records;

    private final TestConsole console = new TestConsole();

    @TempDir
    private Path dir;

    @BeforeAll
    static void start() throws Exception {
        platform = EmbeddedPlatform.start(
                platformDir.resolve("kafka"), new TopicLayout("unused.", 1, 1, Optional.empty()));
        events = platformDir.resolve("events.ndjson");
        assertThat(new TestConsole()
                        .run("simulate", "--seed", "5", "--duration", "2m", "--quiet", "--out", events.toString()))
                .isEqualTo(0);
        topics = new TestTopics(platform, "sim.", INPUTS);
        records = topics.sendFile(events, FIRST_MS);
    }

    @AfterAll
    static void stop() {
        topics.close();
        platform.close();
    }

    private int run(TestTopics from, String verb, String... more) {
        List<String> args = new ArrayList<>(List.of(verb));
        args.addAll(from.options());
        args.addAll(List.of(more));
        return console.run(args.toArray(String[]::new));
    }

    /** What was said about reads, without the positions, which are those of topics here and of a file there. */
    private static List<String> said(String output) throws IOException {
        List<String> said = new ArrayList<>();
        for (String line : output.lines().toList()) {
            ObjectNode object = (ObjectNode) JSON.readTree(line);
            object.remove(List.of("revision", "evidence", "line", "file"));
            said.add(object.toString());
        }
        return said;
    }

    @Test
    void replaysTopicsAsTheFileThatWasSentToThem() throws IOException {
        TestConsole file = new TestConsole();
        file.run("replay", "--quiet", "--input", events.toString());

        assertThat(run(topics, "replay")).isEqualTo(0);

        assertThat(records).isGreaterThan(1_000);
        assertThat(console.err()).contains(String.format("%,d records", records));
        assertThat(said(console.out())).isNotEmpty().isEqualTo(said(file.out()));
    }

    @Test
    void positionsAreThoseOfThePartitions() throws IOException {
        run(topics, "replay", "--quiet");

        List<JsonNode> verdicts = new ArrayList<>();
        for (String line : console.out().lines().toList()) {
            JsonNode object = JSON.readTree(line);
            if (object.get("kind").asText().equals("verdict")) {
                verdicts.add(object.get("evidence").get("as_of"));
            }
        }
        assertThat(verdicts).extracting(asOf -> asOf.get("partition").asInt()).contains(0, 1);
    }

    @Test
    void appliesTheHistoryBeforeFromAndSaysHowFarBackItWent() throws IOException {
        run(topics, "replay", "--quiet");
        List<String> all = console.out().lines().toList();
        TestConsole late = new TestConsole();
        List<String> args = new ArrayList<>(List.of("replay"));
        args.addAll(topics.options());
        args.addAll(
                List.of("--from", Instant.ofEpochMilli(FIRST_MS + records / 2).toString()));

        assertThat(late.run(args.toArray(String[]::new))).isEqualTo(0);

        List<String> told = late.out().lines().toList();
        assertThat(told).hasSizeBetween(all.size() / 4, all.size() * 3 / 4);
        assertThat(told).isEqualTo(all.subList(all.size() - told.size(), all.size()));
        assertThat(late.err()).contains("lease history is read from 2026-10-31T10:00:0", "1440 min before --from");
    }

    @Test
    void explainsALeaseByItsPlaceInTheTopics() throws IOException {
        run(topics, "replay", "--quiet");
        JsonNode verdict = JSON.readTree(console.out()
                .lines()
                .filter(line -> line.contains("WITHIN_LEASE"))
                .findFirst()
                .orElseThrow());
        TestConsole explaining = new TestConsole();
        List<String> args = new ArrayList<>(List.of("explain"));
        args.addAll(topics.options());
        args.addAll(List.of(
                "--holder",
                verdict.get("holder_engine_id").asText(),
                "--request",
                verdict.get("request_id").asText()));

        assertThat(explaining.run(args.toArray(String[]::new))).isEqualTo(0);
        assertThat(explaining.out())
                .contains("TIMELINE", "rests on  lease-events-")
                .containsPattern("(?m)^lease-events-\\d@\\d+ +2026-11-01 10:00:0\\d")
                .containsPattern("(?m)^ {12}handshake-samples-\\d@\\d+: \\S+ asks \\S+ for its clock")
                .containsPattern("(?m)^ {12}read-intents-\\d@\\d+: \\S+ asks to read");
    }

    @Test
    void saysWhenTheHistoryIsCutOff() throws Exception {
        try (TestTopics cut = new TestTopics(platform, "cut.", INPUTS);
                Admin admin = Admin.create(Map.of("bootstrap.servers", platform.bootstrapServers()))) {
            cut.sendFile(events, FIRST_MS);
            admin.deleteRecords(Map.of(new TopicPartition("cut.lease-events", 0), RecordsToDelete.beforeOffset(7)))
                    .all()
                    .get();

            assertThat(run(cut, "replay", "--from", "2026-11-01T10:00:00.200Z")).isEqualTo(0);
            assertThat(console.err())
                    .contains("the history is cut off: 1 partition has no older records any more, cut.lease-events-0"
                            + " begins at offset 7 of 2026-11-01T10:00:00.");
            assertThat(console.out()).contains("\"verdict\"");
        }
    }

    @Test
    void recordsThatTheStreamPutsAsideAreToldAndLeftOut() throws Exception {
        try (TestTopics bad = new TestTopics(platform, "bad.", INPUTS)) {
            byte[] key = "h".getBytes(StandardCharsets.UTF_8);
            bad.send(Topic.LEASE_EVENTS, 0, FIRST_MS, key, new byte[] {1, 2, 3}, List.of());
            bad.send(Topic.LEASE_EVENTS, 0, FIRST_MS + 1, null, new byte[] {0}, List.of());
            bad.send(Topic.READ_INTENTS, 1, FIRST_MS + 2, key, (byte[]) null, List.of());
            bad.flush();

            assertThat(run(bad, "replay")).isEqualTo(0);

            assertThat(console.out().lines().toList())
                    .satisfiesExactly(
                            line -> assertThat(line)
                                    .contains("\"UNDECODABLE\"", "Not Confluent's wire format", "\"offset\":0}"),
                            line -> assertThat(line).contains("\"KEY_MISSING\"", "\"offset\":1}"),
                            line -> assertThat(line).contains("\"NULL_VALUE\"", "\"partition\":1,\"offset\":0}"));
            assertThat(console.err())
                    .contains("unusable records", "UNDECODABLE 1", "KEY_MISSING 1", "records without value");
        }
    }

    @Test
    void recordedVerdictsThatCannotBeUsedAreToldAndLeftOut() throws Exception {
        Topic[] withVerdicts = Arrays.copyOf(INPUTS, INPUTS.length + 1);
        withVerdicts[INPUTS.length] = Topic.VERDICTS;
        try (TestTopics odd = new TestTopics(platform, "odd.", withVerdicts)) {
            odd.sendFile(events, FIRST_MS);
            Verdict verdict = new Verdict();
            verdict.setReaderEngineId("r");
            verdict.setReaderIncarnation("r-life");
            verdict.setStatus(VerdictStatus.EXPIRED);
            verdict.setReason(VerdictReason.LEASE_EXPIRED);
            verdict.setTrigger(VerdictTrigger.READ_INTENT);
            verdict.setEvidence(new VerdictEvidence());
            verdict.getEvidence().setRule(VerdictRule.UNKNOWN);
            verdict.getEvidence().setAsOf(new AsOf(0, 1L, 0L, 0L, 0L));
            verdict.setConsumed(new Consumption(7L, 1L, "no trail"));
            verdict.setReadRequestId("q");
            verdict.setHolderEngineId("h");
            verdict.setRequestId("l");
            odd.send(Topic.VERDICTS, 1, FIRST_MS, new byte[] {1}, verdict, List.of());
            odd.flush();
            String told = "1 recorded verdicts cannot be used and are left out, the first is verdicts-1@0: no trail:"
                    + " no trail";

            assertThat(run(odd, "replay")).isEqualTo(0);

            assertThat(console.err()).contains(told, String.format("%,d records", records));
            TestConsole comparison = new TestConsole();
            List<String> args = new ArrayList<>(List.of("replay", "--compare"));
            args.addAll(odd.options());
            assertThat(comparison.run(args.toArray(String[]::new))).isEqualTo(0);
            assertThat(comparison.err()).contains(told, "0 different");
        }
    }

    @Test
    void namesTheTopicsThatAreMissing() throws Exception {
        try (TestTopics some = new TestTopics(platform, "some.", Topic.LEASE_EVENTS)) {
            assertThat(run(some, "replay")).isEqualTo(4);
            assertThat(console.errLines())
                    .containsExactly("kvlease replay: there is no topic some.handshake-samples, some.read-intents,"
                            + " some.read-outcomes at " + platform.bootstrapServers()
                            + "; is it the right cluster, and --topic-prefix some. right?");
        }
    }

    @Test
    void aClusterThatDoesNotAnswerIsOneLineWithinABoundedTime() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        long startedNs = System.nanoTime();

        assertThat(console.run(
                        "replay",
                        "--bootstrap-server",
                        "localhost:" + port,
                        "--property",
                        "schema.registry.url=" + platform.registryUrl()))
                .isEqualTo(4);
        assertThat(System.nanoTime() - startedNs).isLessThan(25_000_000_000L);
        assertThat(console.errLines()).hasSize(1);
        assertThat(console.err()).contains("localhost:" + port, "no answer within 10 s");
    }

    @Test
    void aRegistryThatDoesNotAnswerIsOneLine() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }

        assertThat(console.run(
                        "replay",
                        "--bootstrap-server",
                        platform.bootstrapServers(),
                        "--topic-prefix",
                        "sim.",
                        "--property",
                        "schema.registry.url=http://localhost:" + port))
                .isEqualTo(4);
        assertThat(console.errLines().get(console.errLines().size() - 1))
                .startsWith("kvlease replay: the schema registry cannot be asked: ")
                .contains("localhost:" + port);
    }

    @Test
    void filesAndAClusterTogetherAreRefused() {
        assertThat(run(topics, "replay", "--input", events.toString())).isEqualTo(2);
        assertThat(console.err()).contains("name files or a cluster, not both");
    }

    @Test
    void aPropertyFileReachesTheCluster() throws IOException {
        Path file = Files.writeString(
                dir.resolve("client.properties"),
                "bootstrap.servers=" + platform.bootstrapServers() + "\nschema.registry.url=" + platform.registryUrl()
                        + "\nkvlease.topic.prefix=sim.\nfetch.min.bytes=1\n");

        assertThat(console.run("replay", "--command-config", file.toString(), "--to", "offset:1"))
                .isEqualTo(0);
        assertThat(console.err()).containsPattern("[1-8] records in ");
    }
}
