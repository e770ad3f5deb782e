package dev.kvlease.app.topology;

import static dev.kvlease.app.topology.Lines.allocation;
import static dev.kvlease.app.topology.Lines.event;
import static dev.kvlease.app.topology.Lines.intent;
import static dev.kvlease.app.topology.Lines.records;
import static dev.kvlease.app.topology.Lines.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.run.StartUpChecks;
import dev.kvlease.app.topics.Commands;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What docs/operations.md says about states of other versions, lost topics and resets, on a real broker. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class RecoveryTest {
    private static final long SEED = 7;
    private static final long SECOND_NS = 1_000_000_000L;

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform platform;
    private static History history;

    @BeforeAll
    static void start() {
        platform = EmbeddedPlatform.start(dir.resolve("broker"), TopicLayout.standard());
        history = History.simulated(FleetScenario.incident(4, 8, 60 * SECOND_NS), SEED);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static ConditionFactory patiently() {
        return Awaitility.await().pollInterval(Duration.ofMillis(50)).atMost(Duration.ofMinutes(1));
    }

    @Test
    void aStateOfAnotherVersionIsRefusedWithTheCure() throws Exception {
        try (Cluster cluster = new Cluster(platform, "version", Map.of())) {
            cluster.send(history.records());
            cluster.runUntilConsumed(dir.resolve("version"));
            long written = cluster.verdictsWritten();
            writePositionsOfVersion(cluster, StateFormat.VERSION + 1);

            LeaseApplication newer = cluster.start(dir.resolve("version-again"));
            Optional<String> refusal = newer.awaitEnd();
            newer.close();

            assertThat(refusal.orElseThrow())
                    .contains("format version " + (StateFormat.VERSION + 1))
                    .contains("run the version that wrote it, or a newer one")
                    .hasLineCount(1);
            assertThat(cluster.verdictsWritten()).isEqualTo(written);
        }
    }

    private static void writePositionsOfVersion(Cluster cluster, int version) throws Exception {
        KvleaseConfig config = cluster.config(dir);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                config.producerProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int partition = 0; partition < Cluster.PARTITIONS; partition++) {
                producer.send(new ProducerRecord<>(
                                LeaseTopology.changelogTopic(config),
                                partition,
                                StateFormat.POSITIONS.get(),
                                new byte[] {(byte) version}))
                        .get();
            }
        }
    }

    @Test
    void aLostChangelogIsNoticedAndTheStateIsBuiltAnewFromTheInputs() throws Exception {
        Outputs plain = Outputs.ofPlainRun(history);
        try (Cluster cluster = new Cluster(platform, "changelog", Map.of())) {
            KvleaseConfig config = cluster.config(dir);
            assertThat(StartUpChecks.lostState(config)).as("a new application").isEmpty();
            cluster.send(history.records());
            cluster.runUntilConsumed(dir.resolve("changelog"));
            assertThat(StartUpChecks.lostState(config)).as("a restart").isEmpty();

            delete(cluster, LeaseTopology.changelogTopic(config));

            assertThat(StartUpChecks.lostState(config).orElseThrow())
                    .contains("changelog-holder-state-changelog is gone")
                    .contains("kvlease.missing.state=accept")
                    .hasLineCount(1);
            Map<String, String> accepting = new HashMap<>(cluster.properties(dir));
            accepting.put("kvlease.missing.state", "accept");
            assertThat(StartUpChecks.lostState(new KvleaseConfig(accepting))).isEmpty();

            setInputsBack(cluster, config);
            cluster.runUntilConsumed(dir.resolve("changelog-anew"));

            assertThat(cluster.outputs().words()).isEqualTo(plain.words());
            assertThat(cluster.outputs().violationIds()).isEqualTo(plain.violationIds());
            assertThat(StartUpChecks.lostState(config)).as("built anew").isEmpty();
        }
    }

    private static void delete(Cluster cluster, String topic) throws Exception {
        cluster.admin().deleteTopics(List.of(topic)).all().get();
        patiently().until(() -> !cluster.admin().listTopics().names().get().contains(topic));
    }

    /** What kafka-consumer-groups.sh --reset-offsets does, once the group has no members. */
    private static void setInputsBack(Cluster cluster, KvleaseConfig config) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> start = new HashMap<>();
        for (Topic topic : Cluster.inputs()) {
            for (int partition = 0; partition < Cluster.PARTITIONS; partition++) {
                start.put(new TopicPartition(config.nameOf(topic), partition), new OffsetAndMetadata(0));
            }
        }
        String group = config.getString("application.id");
        patiently()
                .ignoreExceptions()
                .untilAsserted(() -> cluster.admin()
                        .alterConsumerGroupOffsets(group, start)
                        .all()
                        .get());
    }

    @Test
    void aLostInputStopsTheStreamWhichGoesOnSafelyOnceItIsMadeAgain() throws Exception {
        Map<String, String> notForLong = Map.of("consumer.default.api.timeout.ms", "5000");
        try (Cluster cluster = new Cluster(platform, "input", notForLong)) {
            KvleaseConfig config = cluster.config(dir);
            cluster.send(records(
                    event(0, 1, "ENGINE_STARTED", ""),
                    sample(2),
                    event(1, 100, "BLOCKS_ALLOCATED", allocation("older")),
                    intent("older", "before", 101)));
            LeaseApplication application = cluster.start(dir.resolve("input"));
            cluster.awaitConsumed();
            delete(cluster, config.nameOf(Topic.LEASE_EVENTS));
            Optional<String> end = application.awaitEnd();
            application.close();

            assertThat(end.orElseThrow()).contains("an input topic is gone").hasLineCount(1);
            assertThat(makeTopics(config))
                    .anyMatch(line -> line.startsWith("topic input.lease-events is missing; create"));

            // what was lost may have been the release of the older lease
            application = cluster.start(dir.resolve("input"));
            cluster.send(records(
                    event(3, 102, "ENGINE_HEARTBEAT", ""), event(4, 103, "BLOCKS_ALLOCATED", allocation("newer"))));
            cluster.awaitConsumed();
            cluster.send(records(intent("older", "after", 104), intent("newer", "after-too", 104)));
            cluster.awaitConsumed();
            application.close();

            assertThat(cluster.outputs().words())
                    .hasEntrySatisfying("p0|before", word -> assertThat(word).startsWith("revoked"))
                    .hasEntrySatisfying("p0|after", word -> assertThat(word).startsWith("EXPIRED EVENT_GAP"))
                    .hasEntrySatisfying("p0|after-too", word -> assertThat(word).startsWith("READABLE WITHIN_LEASE"));
        }
    }

    /** Makes what is missing; gives what the check said before. */
    private static List<String> makeTopics(KvleaseConfig config) {
        TopicLayout layout =
                new TopicLayout(config.topicPrefix(), Cluster.PARTITIONS, Cluster.PARTITIONS, Optional.empty());
        try (TopicAdmin topics = TopicAdmin.connect(
                config.clientProperties(), config.serdeProperties(), layout, TopicAdmin.DEFAULT_TIMEOUT)) {
            List<String> said = topics.check(new Commands("./kvlease topics create", config.bootstrapServers()))
                    .lines();
            topics.create(step -> {});
            return said;
        }
    }
}
