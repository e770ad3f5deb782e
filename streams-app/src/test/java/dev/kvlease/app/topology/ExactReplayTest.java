package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.cli.Console;
import dev.kvlease.app.cli.ExitCode;
import dev.kvlease.app.cli.Main;
import dev.kvlease.app.compare.Comparison;
import dev.kvlease.app.compare.Finding;
import dev.kvlease.app.compare.TopicComparison;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.schemas.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever the application on a real broker wrote, an exact replay finds again, every verdict with every field: with one
 * thread and with four, whatever it polls and buffers, over kills and while instances hand tasks over.
 */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class ExactReplayTest {
    private static final long SEED = 11;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int PIECES = 12;
    private static final String SLOW = "kvlease.value.serde";

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform platform;
    private static History history;

    @BeforeAll
    static void start() {
        platform = EmbeddedPlatform.start(dir.resolve("broker"), TopicLayout.standard());
        history = History.simulated(FleetScenario.incident(8, 24, 120 * SECOND_NS), SEED);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    /** Records come while it runs and it does not wait for slower inputs, so that their order is the moment's. */
    @ParameterizedTest
    @CsvSource({"1, 3, 2, false", "4, 7, 1000, false", "4, 500, 5, true"})
    void threadsPollsAndBuffers(int threads, int polled, int buffered, boolean exported) throws Exception {
        String name = "threads-" + threads + "-" + polled + "-" + buffered;
        Map<String, String> settings = settings(Map.of(
                "num.stream.threads",
                "" + threads,
                "main.consumer.max.poll.records",
                "" + polled,
                "buffered.records.per.partition",
                "" + buffered,
                // nothing is to go wrong here, also where the machine is busy with something else
                "consumer.session.timeout.ms",
                "45000"));
        int partitions = Math.max(Cluster.PARTITIONS, threads);
        try (Cluster cluster = new Cluster(platform, name, partitions, settings)) {
            LeaseApplication application =
                    LeaseApplication.start(cluster.config(dir.resolve(name)), partitions, line -> {});
            List<History.Arriving> records = history.records();
            int late = records.size() * 5 / 6;
            sendInPieces(cluster, records.subList(0, late));
            cluster.sendLate(records.subList(late, records.size()), topic -> topic == Topic.LEASE_EVENTS);
            cluster.awaitConsumed();
            cluster.send(history.lastQuestions());
            cluster.awaitConsumed();
            application.close();

            Compared result = compare(cluster, name);
            assertThat(result.same()).isEqualTo(result.total()).isEqualTo(verdicts(cluster));
            if (exported) {
                new ExportedRun(cluster, quick(cluster), dir.resolve(name)).check();
            }
        }
    }

    /** A task that goes to another instance, and back, goes on from what was written. */
    @Test
    void twoInstances() throws Exception {
        Map<String, String> settings = settings(Map.of(SLOW, SlowSerde.class.getName()));
        try (Cluster cluster = new Cluster(platform, "instances", settings)) {
            cluster.send(history.records().subList(0, history.records().size() / 2));
            LeaseApplication one = start(cluster, "one");
            awaitVerdicts(cluster, 20);
            LeaseApplication two = start(cluster, "two");
            awaitVerdicts(cluster, 30);
            one.close();
            cluster.awaitConsumed();
            two.close();

            Compared result = compare(cluster, "instances");
            assertThat(result.same()).isEqualTo(result.total()).isEqualTo(verdicts(cluster));
            theCommandSaysTheSame(cluster, result.total());
        }
    }

    /** And it does not take everything for the same. */
    private static void theCommandSaysTheSame(Cluster cluster, long same) throws Exception {
        assertThat(command(cluster, ExitCode.OK)).contains(same + " same, 0 different, 0 missing, 0 extra");

        Verdict forged = cluster.outputs().verdicts.get(5);
        forged.setRevision(forged.getRevision() + 1);
        cluster.forge(forged);

        assertThat(command(cluster, ExitCode.NOT_EXACT))
                .contains(same + " same, 0 different, 0 missing, 1 extra", "first divergence: extra", "decided by");
    }

    private static String command(Cluster cluster, ExitCode expected) {
        List<String> command = new ArrayList<>(List.of("replay", "--compare"));
        quick(cluster).forEach((key, value) -> command.addAll(List.of("--set", key + "=" + value)));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Console console = new Console(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(said, true, StandardCharsets.UTF_8),
                false,
                System::nanoTime,
                Map.of());
        int exitCode = Main.run(console, command.toArray(String[]::new));
        String text = said.toString(StandardCharsets.UTF_8);
        assertThat(exitCode).as(text).isEqualTo(expected.code());
        return text;
    }

    /** Under at-least-once records are taken again after a kill, and answered again. */
    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once_v2"})
    void kills(String guarantee) throws Exception {
        String name = "kills-" + guarantee;
        Map<String, String> settings = settings(Map.of(
                "processing.guarantee",
                guarantee,
                "main.consumer.max.poll.records",
                "20",
                "consumer.group.instance.id",
                "one"));
        try (Cluster cluster = new Cluster(platform, name, settings)) {
            cluster.send(history.records());
            Path log = dir.resolve(name + ".log");
            for (int kill = 0; kill < 2; kill++) {
                Process child = ChildApplication.start(cluster.properties(dir.resolve(name)), log);
                awaitVerdicts(cluster, 20);
                assertThat(child.isAlive()).as(Files.readString(log)).isTrue();
                child.destroyForcibly().waitFor();
            }
            Process last = ChildApplication.start(cluster.properties(dir.resolve(name)), log);
            cluster.awaitConsumed();
            last.destroy();
            last.waitFor();

            Compared result = compare(cluster, name);
            assertThat(result.same() + result.recordedAfterTornState()).isEqualTo(verdicts(cluster));
            if (guarantee.equals("exactly_once_v2")) {
                assertThat(result.total()).isEqualTo(result.same());
            }
        }
    }

    private static Map<String, String> settings(Map<String, String> own) {
        Map<String, String> settings = new HashMap<>(own);
        settings.put("max.task.idle.ms", "0");
        return settings;
    }

    private static LeaseApplication start(Cluster cluster, String stateDir) {
        return LeaseApplication.start(cluster.config(dir.resolve(stateDir)), Cluster.PARTITIONS, line -> {});
    }

    private static void sendInPieces(Cluster cluster, List<History.Arriving> records) throws Exception {
        int size = records.size() / PIECES + 1;
        for (int from = 0; from < records.size(); from += size) {
            cluster.send(records.subList(from, Math.min(from + size, records.size())));
        }
    }

    private static void awaitVerdicts(Cluster cluster, int more) throws Exception {
        long wanted = cluster.verdictsWritten() + more;
        await(() -> cluster.verdictsWritten() >= wanted || cluster.isConsumed());
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofMinutes(2))
                .until(condition);
    }

    /** How to reach a cluster, without what slows the application down. */
    private static Map<String, String> quick(Cluster cluster) {
        Map<String, String> properties = cluster.properties(dir.resolve("unused"));
        properties.remove(SLOW);
        return properties;
    }

    private static long verdicts(Cluster cluster) throws Exception {
        return cluster.outputs().verdicts.size();
    }

    /** What came of a comparison; a finding that was recorded is of one verdict in the topic, and the other way round. */
    private record Compared(List<Finding> findings) {
        long total() {
            return findings.size();
        }

        long same() {
            return count(finding -> finding.kind() == Finding.Kind.SAME);
        }

        /** A verdict that was lost with a torn state is no finding of this kind: there is nothing in the topic. */
        long recordedAfterTornState() {
            return count(finding -> finding.isExplained()
                    && finding.doubt() == Finding.Doubt.STATE_TORN
                    && finding.recorded().isPresent());
        }

        long count(Predicate<Finding> which) {
            return findings.stream().filter(which).count();
        }
    }

    private static Compared compare(Cluster cluster, String name) throws Exception {
        List<Finding> findings = new ArrayList<>();
        try (Comparison comparison = new Comparison()) {
            TopicComparison topics = new TopicComparison(new KvleaseConfig(quick(cluster)), comparison, () -> {});
            topics.readVerdicts();
            topics.run(findings::add);
        }
        Compared result = new Compared(findings);
        System.out.printf(
                "%s: %d same, %d not written before a kill, %d recorded and %d lost after a torn state%n",
                name,
                result.same(),
                result.count(finding -> finding.kind() == Finding.Kind.NOT_WRITTEN),
                result.recordedAfterTornState(),
                result.count(
                        finding -> finding.isExplained() && finding.recorded().isEmpty()));
        assertThat(findings).noneMatch(Finding::isFault);
        return result;
    }
}
