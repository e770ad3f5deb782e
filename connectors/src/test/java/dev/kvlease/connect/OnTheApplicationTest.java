package dev.kvlease.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.connect.FakeEngine.Way;
import dev.kvlease.connect.wire.Batch;
import dev.kvlease.connect.wire.Twins;
import dev.kvlease.schemas.HandshakeSample;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictReason;
import dev.kvlease.schemas.VerdictTrigger;
import dev.kvlease.schemas.ViolationCertainty;
import dev.kvlease.schemas.ViolationType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What running applications say of what comes over the connectors. One is fed over a worker and one straight over Kafka;
 * after each part of a story both have taken all of it, so that its order over the inputs is one, and then both must have
 * said the same to the reader, whatever happened on the way.
 */
class OnTheApplicationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final List<Way> WAYS = List.of(Way.values());
    private static final int MOST_WAITING = 200;

    @TempDir
    static Path directory;

    private static EmbeddedPlatform platform;
    private static World direct;
    private static World connected;
    private static int restPort;
    private static ChildWorker worker;

    private Story story;
    private Random ways;
    private int published;

    @BeforeAll
    static void start() throws Exception {
        platform = EmbeddedPlatform.start(directory, new TopicLayout("unused.", 1, 1, Optional.empty()));
        direct = new World(platform, "direct", directory);
        connected = new World(platform, "connected", directory);
        restPort = Ports.free();
        startWorker(Duration.ofMillis(200));
    }

    @AfterAll
    static void stop() {
        worker.close();
        connected.close();
        direct.close();
        platform.close();
    }

    private static void startWorker(Duration commitsEvery) throws Exception {
        Map<String, String> settings = WorkerRest.settings(platform.bootstrapServers(), restPort, "torture");
        settings.put("offset.flush.interval.ms", String.valueOf(commitsEvery.toMillis()));
        worker = ChildWorker.start(directory, ChildWorker.ownClassPath(), restPort, settings);
    }

    @Test
    void holesDuplicatesALateReplayARestartAndAStuckPublisherChangeNoVerdict() throws Exception {
        begin("decode-0", 21);
        int events = Ports.free();
        int replay = Ports.free();
        try (FakeEngine engine = new FakeEngine(events, replay, true)) {
            List<SpecificRecord> before = tell(engine, List.of(story.start()));
            connect("decode-0", events, replay);
            settle(before);
            tellAndSettle(engine, List.of(story.sample()));
            tellAndSettle(engine, story.leases(30));
            tellAndSettle(engine, story.questions());

            engine.stuck(true);
            List<SpecificRecord> meanwhile = tell(engine, story.leases(10));
            engine.stuck(false);
            settle(meanwhile);
            tellAndSettle(engine, story.questions());

            engine.stuck(true);
            List<SpecificRecord> late = story.leases(1).get(0);
            publish(engine, late, Way.LOST);
            settle(tell(engine, story.heartbeats(MOST_WAITING + 10), Way.SENT));
            tellAndSettle(engine, story.questions(), Way.SENT);
            engine.stuck(false);
            settle(late);
            tellAndSettle(engine, story.questions());
        }
        try (FakeEngine engine = new FakeEngine(events, replay, true)) {
            tellAndSettle(engine, List.of(story.start()));
            tellAndSettle(engine, List.of(story.sample()));
            tellAndSettle(engine, story.leases(20));
            tellAndSettle(engine, story.questions());
        }

        List<Verdict> verdicts = sameVerdicts("decode-0");
        assertThat(verdicts)
                .extracting(Verdict::getReason)
                .contains(
                        VerdictReason.WITHIN_LEASE,
                        VerdictReason.RELEASED,
                        VerdictReason.DEADLINE_PASSED,
                        VerdictReason.LEASE_UNKNOWN,
                        VerdictReason.EVENT_GAP,
                        VerdictReason.ENGINE_RESTARTED);
        assertThat(verdicts)
                .filteredOn(each -> each.getTrigger() == VerdictTrigger.LEASE_EVENT)
                .extracting(Verdict::getReason)
                .contains(VerdictReason.EVENT_GAP, VerdictReason.ENGINE_RESTARTED);
    }

    @Test
    void aWorkerKilledBetweenPollAndCommitRepeatsAndChangesNoVerdict() throws Exception {
        begin("decode-1", 22);
        int events = Ports.free();
        int replay = Ports.free();
        try (FakeEngine engine = new FakeEngine(events, replay, true)) {
            connect("decode-1", events, replay);
            List<SpecificRecord> committed = new ArrayList<>(tellAndSettle(engine, List.of(story.start())));
            committed.addAll(tellAndSettle(engine, List.of(story.sample())));
            committed.addAll(tellAndSettle(engine, story.leases(20)));
            await().atMost(PATIENCE)
                    .until(
                            () -> worker.call("GET", "/connectors/decode-1/offsets", ""),
                            offsets -> offsets.contains("\"next\":" + published));
            worker.kill();
            List<SpecificRecord> polled = new ArrayList<>(tell(engine, story.leases(20)));

            startWorker(Duration.ofHours(1));
            settle(polled);
            polled.addAll(tellAndSettle(engine, story.questions()));
            worker.kill();

            startWorker(Duration.ofMillis(200));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(repeats(polled)).containsOnly(2L));
            connected.awaitConsumed(polled);
            tellAndSettle(engine, story.leases(10));
            tellAndSettle(engine, story.questions());

            assertThat(repeats(committed)).containsOnly(1L);
        }

        assertThat(sameVerdicts("decode-1"))
                .extracting(Verdict::getReason)
                .contains(VerdictReason.WITHIN_LEASE, VerdictReason.RELEASED, VerdictReason.LEASE_UNKNOWN);
    }

    /** The log is followed while it is written: when the notice is read, the bounds of its clock have long arrived. */
    @Test
    void aLateReadThatOnlyALogTellsOfIsAViolation() throws Exception {
        Path log = directory.resolve("decode-2.log");
        String stats = "(APIServer pid=3) INFO 08-16 10:0%d:%d0 [loggers.py:248] Engine 000: Running: 0 reqs%n";
        Files.writeString(log, """
                (EngineCore_DP0 pid=7) WARNING 08-16 10:00:00 [nixl_connector.py:1048] Releasing expired KV blocks for \
                request cmpl-1 which were retrieved by 0 decode worker(s) within 30 seconds.
                """ + String.format(stats, 0, 1).repeat(4));
        assertThat(worker.call("POST", "/connectors", """
                {"name": "logs", "config": {
                  "connector.class": "dev.kvlease.lines.LineSourceConnector",
                  "file": "%s",
                  "topic": "unused",
                  "transforms": "leases",
                  "transforms.leases.type": "dev.kvlease.connect.LogTransform",
                  "transforms.leases.engine": "decode-2",
                  "transforms.leases.topic.prefix": "%s",
                  "transforms.leases.notice.delay.ms": "5000",
                  "key.converter": "org.apache.kafka.connect.storage.StringConverter",
                  "value.converter": "dev.kvlease.connect.AvroConverter",
                  "value.converter.schema.registry.url": "%s"}}
                """.formatted(log, connected.prefix(), platform.registryUrl())))
                .startsWith("201");
        await().atMost(PATIENCE)
                .until(
                        connected::inputs,
                        all -> all.stream()
                                .anyMatch(each -> each instanceof HandshakeSample sample
                                        && sample.getHolderEngineId().equals("log:decode-2")));
        connected.awaitConsumed(List.of());

        Files.writeString(
                log, """
                (EngineCore_DP0 pid=7) ERROR 08-16 10:00:21 [nixl_connector.py:1500] Potentially invalid KV blocks for \
                unrecognized request cmpl-1 were retrieved by a decode worker. They may have expired.
                """ + String.format(stats, 0, 3) + String.format(stats, 1, 0), StandardOpenOption.APPEND);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(connected.violations("log:decode-2"))
                        .singleElement()
                        .satisfies(violation -> {
                            assertThat(violation.getType()).isEqualTo(ViolationType.READ_AFTER_EXPIRY);
                            assertThat(violation.getCertainty()).isEqualTo(ViolationCertainty.CERTAIN);
                            assertThat(violation.getRequestId()).isEqualTo("cmpl-1");
                        }));
    }

    private void begin(String holder, long seed) {
        story = new Story(holder, seed);
        ways = new Random(seed);
        published = 0;
    }

    private static List<Verdict> sameVerdicts(String holder) {
        List<Verdict> verdicts = direct.verdicts(holder);
        assertThat(connected.verdicts(holder)).containsExactlyElementsOf(verdicts);
        return verdicts;
    }

    private static void connect(String engine, int events, int replay) throws Exception {
        assertThat(worker.call("POST", "/connectors", """
                {"name": "%1$s", "config": {
                  "connector.class": "dev.kvlease.connect.ZmqSourceConnector",
                  "engines": "%1$s=tcp://127.0.0.1:%2$d;tcp://127.0.0.1:%3$d",
                  "topic.prefix": "%4$s",
                  "key.converter": "org.apache.kafka.connect.storage.StringConverter",
                  "value.converter": "dev.kvlease.connect.AvroConverter",
                  "value.converter.schema.registry.url": "%5$s",
                  "idle.probe.ms": "0",
                  "hole.timeout.ms": "120000",
                  "waiting.max.batches": "%6$d",
                  "replay.answer.timeout.ms": "300"}}
                """.formatted(
                                engine, events, replay, connected.prefix(), platform.registryUrl(), MOST_WAITING)))
                .startsWith("201");
    }

    private List<SpecificRecord> tellAndSettle(FakeEngine engine, List<List<SpecificRecord>> batches, Way... how)
            throws Exception {
        return settle(tell(engine, batches, how));
    }

    /** Publishes batches; unless it is said how, some get lost and some arrive twice. A lost last one would not be missed. */
    private List<SpecificRecord> tell(FakeEngine engine, List<List<SpecificRecord>> batches, Way... how)
            throws Exception {
        for (int i = 0; i < batches.size(); i++) {
            boolean last = i == batches.size() - 1;
            Way by = how.length > 0 ? how[0] : WAYS.get(ways.nextInt(WAYS.size()));
            publish(engine, batches.get(i), last ? Way.SENT : by);
        }
        return batches.stream().flatMap(Collection::stream).toList();
    }

    private void publish(FakeEngine engine, List<SpecificRecord> batch, Way way) throws Exception {
        List<?> twins = batch.stream().map(Twins::encode).toList();
        engine.publish(Batch.write((double) published++, twins), way);
    }

    /** Tells the other application the same, and waits until both have taken all of it. */
    private static List<SpecificRecord> settle(List<SpecificRecord> records) throws Exception {
        direct.send(records);
        direct.awaitConsumed(records);
        connected.awaitConsumed(records);
        return records;
    }

    /** How often each of some records has arrived over the connector. */
    private static List<Long> repeats(List<SpecificRecord> records) {
        List<SpecificRecord> arrived = connected.inputs();
        return records.stream()
                .map(wanted -> arrived.stream().filter(wanted::equals).count())
                .toList();
    }
}
