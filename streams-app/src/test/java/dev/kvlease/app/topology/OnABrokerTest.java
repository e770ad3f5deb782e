package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The application on a real broker tells every reader in the end what a plain run of the same records tells. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class OnABrokerTest {
    private static final long SEED = 7;
    private static final long SECOND_NS = 1_000_000_000L;

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform platform;
    private static History history;
    private static Outputs plain;

    @BeforeAll
    static void start() {
        platform = EmbeddedPlatform.start(dir.resolve("broker"), TopicLayout.standard());
        history = History.simulated(FleetScenario.incident(8, 24, 120 * SECOND_NS), SEED);
        plain = Outputs.ofPlainRun(history);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void goesOnWithItsStateAfterARestart() throws Exception {
        try (Cluster cluster = new Cluster(platform, "restart", Map.of())) {
            inTwoHalves(cluster, "restart", "restart");
            assertThat(cluster.members())
                    .as("whoever has stopped is not waited for")
                    .isZero();

            assertPlainWords(cluster);
        }
    }

    @Test
    void readsItsStateBackOnAnEmptyDisk() throws Exception {
        try (Cluster cluster = new Cluster(platform, "empty-disk", Map.of())) {
            inTwoHalves(cluster, "first-disk", "second-disk");

            assertPlainWords(cluster);
        }
    }

    private static void inTwoHalves(Cluster cluster, String firstDir, String secondDir) throws Exception {
        List<History.Arriving> records = history.records();
        cluster.send(records.subList(0, records.size() / 2));
        cluster.runUntilConsumed(dir.resolve(firstDir));
        cluster.send(records.subList(records.size() / 2, records.size()));
        cluster.runUntilConsumed(dir.resolve(secondDir));
    }

    private static LeaseApplication start(Cluster cluster, String stateDir) {
        return cluster.start(dir.resolve(stateDir));
    }

    /** A second instance joins while the first is at work, and takes over what the first leaves behind. */
    @Test
    void twoInstancesHandHoldersOver() throws Exception {
        Map<String, String> slowly = Map.of("kvlease.value.serde", SlowSerde.class.getName());
        try (Cluster cluster = new Cluster(platform, "rebalance", slowly)) {
            cluster.send(history.records());
            LeaseApplication one = start(cluster, "one");
            awaitWork(cluster, one);
            LeaseApplication two = start(cluster, "two");
            awaitWork(cluster, two);
            one.close();
            boolean leftWork = !cluster.isConsumed();
            cluster.awaitConsumed();
            two.close();

            assertThat(leftWork).isTrue();
            assertPlainWords(cluster);
        }
    }

    /** As an upgrade does it: one instance after the other, each with its disk. */
    @Test
    void instancesAreRestartedOneAfterTheOther() throws Exception {
        Map<String, String> slowly = Map.of("kvlease.value.serde", SlowSerde.class.getName());
        try (Cluster cluster = new Cluster(platform, "rolling", slowly)) {
            cluster.send(history.records());
            LeaseApplication one = start(cluster, "roll-one");
            LeaseApplication two = start(cluster, "roll-two");
            awaitWork(cluster, two);
            boolean leftWork = !cluster.isConsumed();
            one.close();
            one = start(cluster, "roll-one");
            await(one::isRunning);
            two.close();
            two = start(cluster, "roll-two");
            cluster.awaitConsumed();
            two.close();
            one.close();

            assertThat(leftWork).isTrue();
            assertPlainWords(cluster);
        }
    }

    private static void awaitWork(Cluster cluster, LeaseApplication application) throws Exception {
        long written = cluster.verdictsWritten();
        await(() -> application.isRunning() && cluster.verdictsWritten() > written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once_v2"})
    void killsOfTheProcessLoseNothing(String guarantee) throws Exception {
        String name = "kill-" + guarantee;
        Map<String, String> settings = new HashMap<>(Map.of("processing.guarantee", guarantee));
        settings.put("main.consumer.max.poll.records", "50");
        settings.put("consumer.group.instance.id", "one");
        try (Cluster cluster = new Cluster(platform, name, settings)) {
            cluster.send(history.records());
            Path stateDir = dir.resolve(name);
            Path log = dir.resolve(name + ".log");
            for (int kill = 0; kill < 3; kill++) {
                Process child = ChildApplication.start(cluster.properties(stateDir), log);
                long written = cluster.verdictsWritten();
                long wanted = 20L + 10L * kill;
                await(() -> cluster.verdictsWritten() >= written + wanted || cluster.isConsumed());
                assertThat(child.isAlive()).as(Files.readString(log)).isTrue();
                child.destroyForcibly().waitFor();
            }
            Process last = ChildApplication.start(cluster.properties(stateDir), log);
            cluster.awaitConsumed();
            last.destroy();
            assertThat(last.waitFor()).as(Files.readString(log)).isEqualTo(143);

            Outputs outputs = cluster.outputs();
            assertThat(outputs.unsafeComparedWith(plain)).isEmpty();
            assertThat(outputs.violationIds()).containsAll(plain.violationIds());
            assertThat(cluster.deadLetters()).hasSize(plain.refusals.size());
            if (guarantee.equals("exactly_once_v2")) {
                assertPlainWords(cluster);
            }
        }
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofMinutes(1))
                .until(condition);
    }

    private static void assertPlainWords(Cluster cluster) throws Exception {
        Outputs outputs = cluster.outputs();
        assertThat(outputs.words()).isEqualTo(plain.words());
        assertThat(outputs.violationIds()).isEqualTo(plain.violationIds());
    }
}
