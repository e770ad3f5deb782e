package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.BrokerOptions;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.run.StartUpChecks;
import dev.kvlease.app.run.StartUpException;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.utils.Bytes;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults of what the application keeps, in its changelog and on its disk, on a real broker that makes topics by use. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class StateFaultsTest {
    private static final long SEED = 11;
    private static final Map<String, String> WATCHFUL = Map.of(
            "kvlease.watch.interval.ms", "500",
            "kvlease.shutdown.timeout.ms", "2000",
            "max.task.idle.ms", "0");

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform platform;
    private static History history;

    @BeforeAll
    static void start() {
        Map<String, String> asMostClusters = Map.of(
                "auto.create.topics.enable", "true",
                "num.partitions", "" + Cluster.PARTITIONS,
                "log.cleaner.backoff.ms", "200");
        platform = EmbeddedPlatform.start(
                BrokerOptions.in(dir.resolve("broker")).withOverrides(asMostClusters),
                TopicLayout.standard(),
                step -> {});
        history = History.simulated(FleetScenario.incident(3, 6, 30_000_000_000L), SEED);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofMinutes(1))
                .until(condition);
    }

    private static String endOf(LeaseApplication application) throws InterruptedException {
        Optional<String> end = application.awaitEnd();
        application.close();
        assertThat(end.orElseThrow()).hasLineCount(1);
        return end.get();
    }

    /** The newest entry of each kind of one holder. */
    private static Map<StateKind, ConsumerRecord<byte[], byte[]>> entriesOfOneHolder(Cluster cluster) throws Exception {
        Map<Bytes, ConsumerRecord<byte[], byte[]>> newest = new LinkedHashMap<>();
        cluster.changelog().forEach(record -> newest.put(Bytes.wrap(record.key()), record));
        Map<String, Map<StateKind, ConsumerRecord<byte[], byte[]>>> holders = new HashMap<>();
        newest.values().stream()
                .filter(record -> record.key().length > Short.BYTES + 1 && record.value() != null)
                .forEach(record -> holders.computeIfAbsent(StateFormat.holderOf(record.key()), id -> new HashMap<>())
                        .put(StateFormat.kindOf(record.key()), record));
        return holders.values().stream()
                .filter(kinds -> kinds.keySet()
                        .containsAll(List.of(StateKind.HOLDER, StateKind.CLOCK, StateKind.REQUEST, StateKind.READ)))
                .findFirst()
                .orElseThrow();
    }

    private static void writeTo(Cluster cluster, ConsumerRecord<byte[], byte[]> entry, byte[] value) throws Exception {
        cluster.sendAsTheyAre(List.of(new ProducerRecord<>(entry.topic(), entry.partition(), entry.key(), value)));
    }

    @Test
    void entriesThatAreCutOffStopTheStreamWithTheCureAndGiveNoVerdict() throws Exception {
        try (Cluster cluster = new Cluster(platform, "cut", WATCHFUL)) {
            cluster.send(history.records());
            cluster.runUntilConsumed(dir.resolve("cut"));
            long written = cluster.verdictsWritten();
            cluster.send(history.lastQuestions());
            Map<StateKind, ConsumerRecord<byte[], byte[]>> entries = entriesOfOneHolder(cluster);
            for (StateKind kind : List.of(StateKind.HOLDER, StateKind.CLOCK, StateKind.REQUEST)) {
                ConsumerRecord<byte[], byte[]> entry = entries.get(kind);
                int length = kind == StateKind.HOLDER ? Long.BYTES - 1 : entry.value().length - 1;
                damage(cluster, entry, Arrays.copyOf(entry.value(), length), "cut-" + kind);
            }
            damage(cluster, entries.get(StateKind.HOLDER), null, "gone");
            assertThat(cluster.verdictsWritten()).isEqualTo(written);

            cluster.runUntilConsumed(dir.resolve("mended"));
            assertThat(cluster.verdictsWritten()).isGreaterThan(written);
        }
    }

    private static void damage(Cluster cluster, ConsumerRecord<byte[], byte[]> entry, byte[] value, String state)
            throws Exception {
        writeTo(cluster, entry, value);

        assertThat(endOf(cluster.start(dir.resolve(state))))
                .as(state)
                .startsWith("the stored state is damaged: ")
                .contains("remove state.dir", "(docs/operations.md, Reset)");
        writeTo(cluster, entry, entry.value());
    }

    @Test
    void anEntryThatIsMissingNeverMakesAReadReadable() throws Exception {
        Outputs plain = Outputs.ofPlainRun(history);
        try (Cluster cluster = new Cluster(platform, "tombstone", WATCHFUL)) {
            cluster.send(history.records());
            cluster.runUntilConsumed(dir.resolve("tombstone"));
            for (ConsumerRecord<byte[], byte[]> entry : cluster.changelog()) {
                boolean ofALease = entry.key().length > Short.BYTES + 1
                        && List.of(StateKind.ALLOCATION, StateKind.REQUEST).contains(StateFormat.kindOf(entry.key()));
                if (ofALease) {
                    writeTo(cluster, entry, null);
                }
            }
            cluster.send(history.lastQuestions());
            cluster.runUntilConsumed(dir.resolve("tombstone-read-back"));

            assertThat(cluster.outputs().unsafeComparedWith(plain)).isEmpty();
        }
    }

    /** Old values and tombstones go; what is restored from the rest is the state as it was. */
    @Test
    void aChangelogThatIsCompactedToTheLastEntryGivesTheSameState() throws Exception {
        try (Cluster cluster = new Cluster(platform, "compacted", WATCHFUL)) {
            // Each run writes what it has changed at least once, so that there are older values to compact.
            int half = history.records().size() / 2;
            cluster.send(history.records().subList(0, half));
            cluster.runUntilConsumed(dir.resolve("compacted"));
            cluster.send(history.records().subList(half, history.records().size()));
            cluster.runUntilConsumed(dir.resolve("compacted"));
            Map<Slot, Bytes> before = newestValues(cluster);
            Map<Slot, ConsumerRecord<byte[], byte[]>> last = lastOfEachPartition(cluster, before.keySet());
            assertThat(mostOfOneKey(cluster, last.keySet())).isGreaterThan(1);
            assertThat(cluster.changelog()).anyMatch(entry -> entry.value() == null);

            set(
                    cluster,
                    LeaseTopology.changelogTopic(cluster.config(dir)),
                    Map.of("segment.ms", "1", "min.cleanable.dirty.ratio", "0", "delete.retention.ms", "0"));
            // tombstones only go in the second pass of the cleaner
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(500))
                    .atMost(Duration.ofMinutes(3))
                    .until(() -> {
                        // each closes a segment, for the newest one is never compacted
                        for (ConsumerRecord<byte[], byte[]> entry : last.values()) {
                            writeTo(cluster, entry, entry.value());
                        }
                        return mostOfOneKey(cluster, last.keySet()) == 1
                                && cluster.changelog().stream().noneMatch(entry -> entry.value() == null);
                    });
            assertThat(newestValues(cluster)).isEqualTo(before);

            cluster.send(history.lastQuestions());
            cluster.runUntilConsumed(dir.resolve("compacted-read-back"));
            assertThat(cluster.outputs().unsafeComparedWith(Outputs.ofPlainRun(history)))
                    .isEmpty();
        }
    }

    private record Slot(int partition, Bytes key) {
        static Slot of(ConsumerRecord<byte[], byte[]> entry) {
            return new Slot(entry.partition(), Bytes.wrap(entry.key()));
        }
    }

    /** Of keys that still have a value: writing another one again would bring it back. */
    private static Map<Slot, ConsumerRecord<byte[], byte[]>> lastOfEachPartition(Cluster cluster, Set<Slot> alive)
            throws Exception {
        Map<Integer, ConsumerRecord<byte[], byte[]>> last = new HashMap<>();
        cluster.changelog().stream()
                .filter(entry -> alive.contains(Slot.of(entry)))
                .forEach(entry -> last.put(entry.partition(), entry));
        return last.values().stream().collect(Collectors.toMap(Slot::of, entry -> entry));
    }

    private static Map<Slot, Bytes> newestValues(Cluster cluster) throws Exception {
        Map<Slot, Bytes> newest = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> entry : cluster.changelog()) {
            if (entry.value() == null) {
                newest.remove(Slot.of(entry));
            } else {
                newest.put(Slot.of(entry), Bytes.wrap(entry.value()));
            }
        }
        return newest;
    }

    private static long mostOfOneKey(Cluster cluster, Set<Slot> butOf) throws Exception {
        Map<Slot, Long> counts = new HashMap<>();
        cluster.changelog().forEach(entry -> counts.merge(Slot.of(entry), 1L, Long::sum));
        counts.keySet().removeAll(butOf);
        return counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    @Test
    void aChangelogThatIsDeletedUnderTheStreamStopsItAndKeepsItFromStarting() throws Exception {
        try (Cluster cluster = new Cluster(platform, "deleted", WATCHFUL)) {
            KvleaseConfig config = cluster.config(dir.resolve("deleted"));
            String changelog = LeaseTopology.changelogTopic(config);
            cluster.send(history.records());
            cluster.runUntilConsumed(dir.resolve("deleted"));
            LeaseApplication application = cluster.start(dir.resolve("deleted"));
            await(() -> application.isRunning() && MetricsPage.has(application, "kvlease_input_stalled_seconds{"));

            cluster.admin().deleteTopics(List.of(changelog)).all().get();
            cluster.send(history.lastQuestions());

            assertThat(endOf(application))
                    .startsWith("topic " + changelog + " was deleted while the stream ran")
                    .endsWith("build the state anew (docs/operations.md, Reset)");
            // gone, or made anew by the producer's last words, with the cluster's defaults
            assertThat(StartUpChecks.lostState(config).orElseThrow())
                    .containsAnyOf(
                            changelog + " is gone", changelog + " is empty", changelog + " has cleanup.policy=delete")
                    .contains("(docs/operations.md, Reset)")
                    .hasLineCount(1);
        }
    }

    @Test
    void anOutputThatIsDeletedUnderTheStreamStopsIt() throws Exception {
        try (Cluster cluster = new Cluster(platform, "output", WATCHFUL)) {
            cluster.send(history.records());
            LeaseApplication application = cluster.start(dir.resolve("output"));
            cluster.awaitConsumed();
            String violations = cluster.config(dir).nameOf(Topic.VIOLATIONS);

            cluster.admin().deleteTopics(List.of(violations)).all().get();

            assertThat(endOf(application))
                    .isEqualTo("topic " + violations + " is gone: './kvlease topics create' makes it again; then start"
                            + " again");
        }
    }

    @Test
    void aChangelogThatIsEmptiedOrForgetsByTimeKeepsTheStreamFromStarting() throws Exception {
        try (Cluster cluster = new Cluster(platform, "emptied", WATCHFUL)) {
            KvleaseConfig config = cluster.config(dir.resolve("emptied"));
            String changelog = LeaseTopology.changelogTopic(config);
            cluster.send(history.records());
            cluster.runUntilConsumed(dir.resolve("emptied"));
            assertThat(StartUpChecks.lostState(config)).isEmpty();

            setPolicy(cluster, changelog, "compact,delete");
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(
                                    StartUpChecks.lostState(config).orElse(""))
                            .startsWith("topic " + changelog + " has cleanup.policy=compact,delete but needs compact")
                            .contains("kafka-configs.sh"));
            cluster.admin()
                    .deleteRecords(Map.of(new TopicPartition(changelog, 1), RecordsToDelete.beforeOffset(-1)))
                    .all()
                    .get();
            assertThat(StartUpChecks.lostState(config).orElseThrow())
                    .startsWith("partition 1 of topic " + changelog + " is empty although group emptied has consumed");
        }
    }

    private static void setPolicy(Cluster cluster, String topic, String policy) throws Exception {
        set(cluster, topic, Map.of("cleanup.policy", policy));
    }

    private static void set(Cluster cluster, String topic, Map<String, String> settings) throws Exception {
        Collection<AlterConfigOp> all = settings.entrySet().stream()
                .map(each ->
                        new AlterConfigOp(new ConfigEntry(each.getKey(), each.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        cluster.admin()
                .incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), all))
                .all()
                .get();
    }

    @Test
    void aChangelogOfAnotherPartitionCountIsRefusedInOneLine() throws Exception {
        try (Cluster cluster = new Cluster(platform, "count", WATCHFUL)) {
            String changelog = LeaseTopology.changelogTopic(cluster.config(dir));
            cluster.admin()
                    .createTopics(List.of(new NewTopic(changelog, 1, (short) 1)))
                    .all()
                    .get();

            assertThat(endOf(cluster.start(dir.resolve("count")))).contains(changelog, "partitions");
        }
    }

    @Test
    void aStateDirectoryThatCannotBeMadeOrWrittenIsNamed() throws Exception {
        try (Cluster cluster = new Cluster(platform, "nowhere", WATCHFUL)) {
            Path file = Files.writeString(dir.resolve("a-file"), "");
            Path ofTheKernel = Path.of("/sys/kernel");
            for (Path nowhere : List.of(file.resolve("state"), Path.of("/proc/kvlease-state"), ofTheKernel)) {
                assertThatThrownBy(() -> cluster.start(nowhere).close())
                        .isInstanceOf(StartUpException.class)
                        .message()
                        .contains("the local state cannot be used", "state.dir is " + nowhere)
                        .hasLineCount(1);
            }
        }
    }

    @Test
    void aStateDirectoryOfAnotherProcessIsRefusedAndOneOfAnotherApplicationIsNotTouched() throws Exception {
        Path state = dir.resolve("shared");
        Path log = dir.resolve("shared.log");
        try (Cluster cluster = new Cluster(platform, "holding", WATCHFUL);
                Cluster other = new Cluster(platform, "beside", WATCHFUL)) {
            cluster.send(history.records());
            other.send(history.records());
            Process child = ChildApplication.start(cluster.properties(state), log);
            await(() -> Files.readString(log).contains("running"));

            assertThatThrownBy(() -> cluster.start(state).close())
                    .isInstanceOf(StartUpException.class)
                    .message()
                    .contains("another process uses this state.dir: give each its own", state.toString())
                    .hasLineCount(1);
            other.runUntilConsumed(state);
            cluster.awaitConsumed();
            child.destroy();
            assertThat(child.waitFor()).as(Files.readString(log)).isEqualTo(143);

            Outputs plain = Outputs.ofPlainRun(history);
            assertThat(cluster.outputs().words()).isEqualTo(plain.words());
            assertThat(other.outputs().words()).isEqualTo(plain.words());
        }
    }

    @Test
    void aDamagedStoreOnTheDiskIsNamedAndReadBackOnceItIsRemoved() throws Exception {
        try (Cluster cluster = new Cluster(platform, "disk", WATCHFUL)) {
            Path state = dir.resolve("disk");
            cluster.send(history.records());
            cluster.runUntilConsumed(state);
            List<Path> manifests;
            try (Stream<Path> files = Files.walk(state)) {
                manifests = files.filter(file -> file.getFileName().toString().startsWith("MANIFEST"))
                        .toList();
            }
            assertThat(manifests).hasSize(Cluster.PARTITIONS);
            for (Path manifest : manifests) {
                Files.writeString(manifest, "this is none");
            }
            cluster.send(history.lastQuestions());

            assertThatThrownBy(() -> cluster.start(state).close())
                    .isInstanceOf(StartUpException.class)
                    .message()
                    .startsWith("the local state cannot be used (")
                    .contains("remove it, it is read back from the changelog", "state.dir is " + state)
                    .hasLineCount(1);

            cluster.runUntilConsumed(dir.resolve("disk-removed"));
            assertThat(cluster.outputs().unsafeComparedWith(Outputs.ofPlainRun(history)))
                    .isEmpty();
        }
    }
}
