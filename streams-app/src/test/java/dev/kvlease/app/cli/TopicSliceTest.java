package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.source.TestTopics;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.ReadIntent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stretch of topics of a real broker: what lies before it, and what was never committed. */
class TopicSliceTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Topic[] INPUTS = {
        Topic.LEASE_EVENTS, Topic.HANDSHAKE_SAMPLES, Topic.READ_INTENTS, Topic.READ_OUTCOMES
    };
    private static final long FIRST_MS = Instant.parse("2026-11-01T10:00:00Z").toEpochMilli();

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform platform;
    private static TestTopics topics;
    private static long middleMs;

    private final TestConsole console = new TestConsole();

    @BeforeAll
    static void start() throws Exception {
        platform = EmbeddedPlatform.start(dir.resolve("kafka"), new TopicLayout("unused.", 1, 1, Optional.empty()));
        String events = dir.resolve("events.ndjson").toString();
        new TestConsole().run("simulate", "--seed", "5", "--policy", "ungated", "--quiet", "--out", events);
        topics = new TestTopics(platform, "sim.", INPUTS);
        middleMs = FIRST_MS + topics.sendFile(Path.of(events), FIRST_MS) / 2;
    }

    @AfterAll
    static void stop() {
        topics.close();
        platform.close();
    }

    private static String middle() {
        return Instant.ofEpochMilli(middleMs).toString();
    }

    private static TestConsole run(TestTopics from, String... command) {
        TestConsole console = new TestConsole();
        List<String> args = new ArrayList<>(List.of(command));
        args.addAll(from.options());
        assertThat(console.run(args.toArray(String[]::new))).as(console.err()).isZero();
        return console;
    }

    private static JsonNode audit(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of("audit", "--json"));
        command.addAll(List.of(options));
        return JSON.readTree(run(topics, command.toArray(String[]::new)).out());
    }

    private static Set<String> violations(JsonNode audit, long fromMs) {
        Set<String> ids = new TreeSet<>();
        for (JsonNode violation : audit.get("violations")) {
            JsonNode at = violation.has("outcome_at") ? violation.get("outcome_at") : violation.get("judged_at");
            if (at.get("time_ms").asLong() >= fromMs) {
                ids.add(violation.get("violation_id").asText() + " "
                        + violation.get("certainty").asText());
            }
        }
        return ids;
    }

    @Test
    void anAuditAppliesTheHistoryBeforeFromAndDoesNotTellOfIt() throws IOException {
        JsonNode whole = audit();
        JsonNode late = audit("--from", middle());
        JsonNode early = audit("--to", middle());

        assertThat(violations(late, 0))
                .hasSizeGreaterThan(10)
                .as("what was leased before is known, so the same is said of every read since")
                .isEqualTo(violations(whole, middleMs))
                .hasSizeLessThan(violations(whole, 0).size());
        String completed = "/summary/reads/completed";
        assertThat(late.at(completed).asLong() + early.at(completed).asLong())
                .isEqualTo(whole.at(completed).asLong());
        assertThat(late.at("/summary/violations/first_ms").asLong()).isGreaterThanOrEqualTo(middleMs);
    }

    @Test
    void anExplanationHidesWhatLiesBeforeFromAndSaysSo() throws IOException {
        JsonNode violation = audit("--from", middle()).get("violations").get(0);
        String holder = violation.get("holder_engine_id").asText();
        String request = violation.get("request_id").asText();
        String from = Instant.ofEpochMilli(violation.at("/outcome_at/time_ms").asLong())
                .toString();

        TestConsole whole = run(topics, "explain", "--holder", holder, "--request", request);
        TestConsole late = run(topics, "explain", "--holder", holder, "--request", request, "--from", from);

        assertThat(whole.out()).contains(holder + " leases ", "  allocated ").doesNotContain("before --from");
        assertThat(late.out())
                .containsPattern("\\d+ records of it lie before --from: applied, and not shown")
                .contains("  allocated ", "VIOLATION: ")
                .doesNotContain(holder + " leases ");
        assertThat(late.err()).contains("lease history is read from ", "only what follows from records since then");
    }

    @Test
    void anExplanationOfWhatIsOverBeforeFromSaysThat() throws IOException {
        JsonNode violation = audit("--to", middle()).get("violations").get(0);
        List<String> command = new ArrayList<>(List.of("explain", "--from", "2026-11-01T11:00:00Z"));
        command.addAll(topics.options());
        command.addAll(List.of(
                "--holder", violation.get("holder_engine_id").asText(),
                "--request", violation.get("request_id").asText()));

        assertThat(console.run(command.toArray(String[]::new))).isEqualTo(1);
        assertThat(console.err()).contains("lies before --from");
    }

    @Test
    void recordsOfAbortedAndOpenTransactionsAreNotRead() throws Exception {
        try (TestTopics committed = new TestTopics(platform, "tx.", INPUTS);
                KafkaProducer<byte[], byte[]> first = producer("first");
                KafkaProducer<byte[], byte[]> second = producer("second")) {
            first.initTransactions();
            first.beginTransaction();
            ask(committed, first, "committed");
            first.commitTransaction();
            first.beginTransaction();
            ask(committed, first, "aborted");
            first.flush();
            first.abortTransaction();
            first.beginTransaction();
            ask(committed, first, "committed-too");
            first.commitTransaction();
            second.initTransactions();
            second.beginTransaction();
            ask(committed, second, "open");
            second.flush();

            TestConsole replay = run(committed, "replay");
            TestConsole export = run(committed, "export", "--out", "-");

            for (TestConsole read : List.of(replay, export)) {
                assertThat(read.err()).contains("2 records in ");
                assertThat(read.out().lines())
                        .extracting(TopicSliceTest::readRequest)
                        .containsExactly("committed", "committed-too");
            }
            assertThat(run(committed, "replay", "--property", "isolation.level=read_uncommitted")
                            .out()
                            .lines())
                    .extracting(TopicSliceTest::readRequest)
                    .containsExactlyInAnyOrder("committed", "aborted", "committed-too", "open");
            second.abortTransaction();
        }
    }

    private static String readRequest(String line) {
        try {
            JsonNode object = JSON.readTree(line);
            return object.path("value").isMissingNode()
                    ? object.get("read_request_id").asText()
                    : object.at("/value/read_request_id").asText();
        } catch (IOException e) {
            throw new IllegalArgumentException(line, e);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(String transactionalId) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", platform.bootstrapServers(), "transactional.id", transactionalId),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Asks an untracked holder, which is answered at once. */
    private static void ask(TestTopics to, KafkaProducer<byte[], byte[]> producer, String read) throws Exception {
        InputRecord intent = new InputRecord.Intent(
                new ReadIntent("p", "life", "h", Optional.empty(), "q", read, new int[][] {}, 1, 1_000, Absent.LONG));
        ProducerRecord<byte[], byte[]> record = to.record(Topic.READ_INTENTS, intent, FIRST_MS);
        producer.send(record).get();
    }
}
