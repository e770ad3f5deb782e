package dev.kvlease.app.topology;

import static dev.kvlease.app.topology.Lines.allocation;
import static dev.kvlease.app.topology.Lines.event;
import static dev.kvlease.app.topology.Lines.intent;
import static dev.kvlease.app.topology.Lines.records;
import static dev.kvlease.app.topology.Lines.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inputs that stand still, and offsets that are lost, on a real broker. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ConsumptionFaultsTest {
    private static final long SEED = 13;

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform platform;
    private static History history;

    @BeforeAll
    static void start() {
        platform = EmbeddedPlatform.start(dir.resolve("broker"), TopicLayout.standard());
        history = History.simulated(FleetScenario.incident(3, 6, 30_000_000_000L), SEED);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static ConditionFactory patiently() {
        return Awaitility.await().pollInterval(Duration.ofMillis(50)).atMost(Duration.ofMinutes(1));
    }

    private static KafkaProducer<byte[], byte[]> foreignTransaction(Cluster cluster, String id) {
        Map<String, Object> properties = cluster.config(dir).clientProperties();
        properties.put("transactional.id", id);
        properties.put("transaction.timeout.ms", "600000");
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        return producer;
    }

    private static void say(Cluster cluster) throws Exception {
        cluster.send(records(
                event(0, 1, "ENGINE_STARTED", ""), sample(2), event(1, 100, "BLOCKS_ALLOCATED", allocation("q"))));
        cluster.awaitConsumed();
    }

    private static double stalledSeconds(LeaseApplication application, String topic) throws Exception {
        return MetricsPage.value(application, "kvlease_input_stalled_seconds{topic=\"" + topic + "\"}");
    }

    @Test
    void anOpenTransactionIsToldWithTheCommandThatEndsIt() throws Exception {
        Map<String, String> settings = Map.of(
                "processing.guarantee", "exactly_once_v2", "kvlease.watch.interval.ms", "300", "max.task.idle.ms", "0");
        try (Cluster cluster = new Cluster(platform, "hanging", settings)) {
            String intents = cluster.config(dir).nameOf(Topic.READ_INTENTS);
            int partition = Partitions.of(Lines.HOLDER_ID.getBytes(StandardCharsets.UTF_8), Cluster.PARTITIONS);
            List<String> lines = new CopyOnWriteArrayList<>();
            LeaseApplication application = cluster.start(dir.resolve("hanging"), lines::add);
            say(cluster);
            try (KafkaProducer<byte[], byte[]> foreign = foreignTransaction(cluster, "foreign")) {
                foreign.send(cluster.serialized(
                                records(intent("q", "never", 101)).get(0), 0))
                        .get();
                cluster.send(records(intent("q", "waits", 101)));
                String told = "input " + intents + "-" + partition + " stands still at offset 0 for ";
                patiently().until(() -> lines.stream().anyMatch(line -> line.startsWith(told)));
                assertThat(lines.stream().filter(line -> line.startsWith(told)))
                        .singleElement()
                        .asString()
                        .contains("with 2 records behind it", "a transaction is open there (producer id ")
                        .endsWith("kafka-transactions.sh --bootstrap-server " + platform.bootstrapServers()
                                + " abort --topic " + intents + " --partition " + partition + " --start-offset 0");
                assertThat(stalledSeconds(application, intents)).isPositive();
                assertThat(stalledSeconds(application, cluster.config(dir).nameOf(Topic.LEASE_EVENTS)))
                        .isZero();
                assertThat(cluster.outputs().words()).isEmpty();

                abort(cluster, new TopicPartition(intents, partition));

                cluster.awaitConsumed();
                patiently().until(() -> stalledSeconds(application, intents) == 0);
                application.close();
                assertThat(cluster.outputs().words()).containsOnlyKeys("p0|waits");
                foreign.close(Duration.ZERO);
            }
        }
    }

    /** What kafka-transactions.sh does. */
    private static void abort(Cluster cluster, TopicPartition input) throws Exception {
        ProducerState hanging =
                cluster
                        .admin()
                        .describeProducers(List.of(input))
                        .partitionResult(input)
                        .get()
                        .activeProducers()
                        .stream()
                        .filter(each -> each.currentTransactionStartOffset().isPresent())
                        .findFirst()
                        .orElseThrow();
        cluster.admin()
                .abortTransaction(new AbortTransactionSpec(
                        input,
                        hanging.producerId(),
                        (short) hanging.producerEpoch(),
                        hanging.coordinatorEpoch().orElse(0)))
                .all()
                .get();
    }

    /** With at_least_once the inputs are read as they are written, so nothing waits, and nothing is told. */
    @Test
    void atLeastOnceDoesNotWaitForTransactions() throws Exception {
        Map<String, String> settings = Map.of("kvlease.watch.interval.ms", "100", "max.task.idle.ms", "0");
        try (Cluster cluster = new Cluster(platform, "open", settings)) {
            List<String> lines = new CopyOnWriteArrayList<>();
            LeaseApplication application = cluster.start(dir.resolve("open"), lines::add);
            say(cluster);
            try (KafkaProducer<byte[], byte[]> foreign = foreignTransaction(cluster, "foreign-too")) {
                foreign.send(cluster.serialized(
                                records(intent("q", "uncommitted", 101)).get(0), System.currentTimeMillis()))
                        .get();
                cluster.send(records(intent("q", "behind", 101)));
                cluster.awaitConsumed();
                application.close();
                assertThat(cluster.outputs().words()).containsOnlyKeys("p0|uncommitted", "p0|behind");
                assertThat(lines).noneMatch(line -> line.contains("stands still"));
                foreign.abortTransaction();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "exactly_once_v2, earliest, deleted",
        "exactly_once_v2, latest, deleted",
        "at_least_once, earliest, ahead",
        "exactly_once_v2, earliest, behind"
    })
    void lostOffsetsMakeNoReadReadable(String guarantee, String reset, String how) throws Exception {
        Outputs plain = Outputs.ofPlainRun(history);
        String name = guarantee + "-" + reset + "-" + how;
        try (Cluster cluster =
                new Cluster(platform, name, Map.of("processing.guarantee", guarantee, "max.task.idle.ms", "0"))) {
            List<History.Arriving> records = history.records();
            int third = records.size() / 3;
            cluster.send(records.subList(0, third));
            cluster.runUntilConsumed(dir.resolve(name));
            lose(cluster, how);
            cluster.send(records.subList(third, 2 * third));
            Map<String, String> properties = cluster.properties(dir.resolve(name));
            properties.put("main.consumer.auto.offset.reset", reset);
            LeaseApplication application =
                    LeaseApplication.start(new KvleaseConfig(properties), Cluster.PARTITIONS, line -> {});
            List<History.Arriving> last = records.subList(2 * third, records.size());
            if (reset.equals("latest")) {
                // the second third is skipped; once a question of now is answered the consumer has found the end
                long before = cluster.verdictsWritten();
                patiently().until(() -> {
                    cluster.send(history.lastQuestions());
                    return cluster.verdictsWritten() > before;
                });
                cluster.send(last);
                patiently().until(() -> answered(cluster).containsAll(readsOf(last)));
            } else {
                cluster.send(last);
                cluster.awaitConsumed();
            }
            application.close();

            assertThat(unsafe(cluster.outputs(), plain, reset.equals("latest"))).isEmpty();
        }
    }

    private static Set<String> answered(Cluster cluster) throws Exception {
        return cluster.outputs().finalWords().keySet();
    }

    private static List<String> readsOf(List<History.Arriving> records) {
        return records.stream()
                .map(record -> record.input().orElseThrow())
                .filter(InputRecord.Intent.class::isInstance)
                .map(input -> ((InputRecord.Intent) input).intent())
                .map(intent -> intent.reader() + "|" + intent.readRequestId())
                .toList();
    }

    /** Reads that were skipped have no word, which is safe: their readers recompute. */
    private static List<String> unsafe(Outputs outputs, Outputs plain, boolean skipped) {
        return outputs.unsafeComparedWith(plain).stream()
                .filter(line -> !skipped || !line.endsWith("no word"))
                .toList();
    }

    private static void lose(Cluster cluster, String how) throws Exception {
        String group = cluster.config(dir).getString("application.id");
        if (how.equals("deleted")) {
            patiently()
                    .ignoreExceptions()
                    .untilAsserted(() -> cluster.admin()
                            .deleteConsumerGroups(List.of(group))
                            .all()
                            .get());
            return;
        }
        if (how.equals("ahead")) {
            Map<TopicPartition, OffsetAndMetadata> beyond = new HashMap<>();
            cluster.ends(cluster.inputNames()).forEach((input, end) -> {
                if (end > 0) {
                    beyond.put(input, new OffsetAndMetadata(end + 1_000_000));
                }
            });
            patiently()
                    .ignoreExceptions()
                    .untilAsserted(() -> cluster.admin()
                            .alterConsumerGroupOffsets(group, beyond)
                            .all()
                            .get());
            return;
        }
        // retention takes what was not consumed yet: the group stands before the first record that is left
        Map<TopicPartition, OffsetAndMetadata> start = new HashMap<>();
        Map<TopicPartition, RecordsToDelete> gone = new HashMap<>();
        String events = cluster.config(dir).nameOf(Topic.LEASE_EVENTS);
        cluster.ends(cluster.inputNames()).forEach((input, end) -> {
            start.put(input, new OffsetAndMetadata(end / 2));
            if (input.topic().equals(events)) {
                gone.put(input, RecordsToDelete.beforeOffset(end));
            }
        });
        patiently()
                .ignoreExceptions()
                .untilAsserted(() -> cluster.admin()
                        .alterConsumerGroupOffsets(group, start)
                        .all()
                        .get());
        cluster.admin().deleteRecords(gone).all().get();
    }
}
