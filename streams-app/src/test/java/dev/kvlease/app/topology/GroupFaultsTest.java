package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.platform.BrokerOptions;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Instances that come, go and die, on a real broker. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class GroupFaultsTest {
    private static final long SEED = 17;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform platform;
    private static History history;

    @BeforeAll
    static void start() {
        platform = EmbeddedPlatform.start(
                BrokerOptions.in(dir.resolve("broker"))
                        .withOverrides(Map.of(
                                "group.min.session.timeout.ms", "1000",
                                "group.coordinator.rebalance.protocols", "classic,consumer")),
                TopicLayout.standard(),
                step -> {});
        history = History.simulated(FleetScenario.incident(6, 12, 60_000_000_000L), SEED);
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(2))
                .until(condition);
    }

    private static Map<String, String> quick(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "consumer.session.timeout.ms", "2000",
                "consumer.heartbeat.interval.ms", "300",
                "acceptable.recovery.lag", "1000000000",
                "max.task.idle.ms", "0"));
        settings.putAll(more);
        return settings;
    }

    private static HttpResponse<String> get(LeaseApplication application, String path) throws Exception {
        URI address = URI.create("http://" + application.httpAddress().orElseThrow() + path);
        return CLIENT.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static Set<Integer> partitions(LeaseApplication application) throws Exception {
        Set<Integer> partitions = new HashSet<>();
        JSON.readTree(get(application, "/topology").body())
                .path("partitions")
                .forEach(each -> partitions.add(each.asInt()));
        return partitions;
    }

    /** A standby may lag; so it never answers, also not when the instance that has the partition is dead. */
    @Test
    void aStandbyNeverAnswersForTheOneThatHasThePartition() throws Exception {
        Map<String, String> copies = quick(Map.of("num.standby.replicas", "1"));
        try (Cluster cluster = new Cluster(platform, "standby", copies)) {
            cluster.send(history.records());
            Path log = dir.resolve("standby.log");
            Process other = ChildApplication.start(cluster.properties(dir.resolve("other")), log);
            LeaseApplication here = cluster.start(dir.resolve("here"));
            cluster.awaitConsumed();
            await(() -> here.isRunning() && partitions(here).size() == 1);
            int elsewhere = 1 - partitions(here).iterator().next();
            String question = "/leases/" + holderOf(elsewhere);
            await(() -> get(here, question).statusCode() == 200);
            String before = get(here, question).body();

            other.destroyForcibly().waitFor();

            int refused = 0;
            while (true) {
                boolean mine = partitions(here).contains(elsewhere);
                HttpResponse<String> answer = get(here, question);
                if (answer.statusCode() == 200) {
                    assertThat(mine || partitions(here).contains(elsewhere))
                            .as("it answers only for what it has")
                            .isTrue();
                    assertThat(answer.body()).isEqualTo(before);
                    break;
                }
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After")).isPresent();
                refused++;
                TimeUnit.MILLISECONDS.sleep(20);
            }
            here.close();
            assertThat(refused).as(Files.readString(log)).isPositive();
        }
    }

    private static String holderOf(int partition) {
        return history.records().stream()
                .map(record -> record.input().orElseThrow().holder())
                .filter(holder ->
                        Partitions.of(holder.getBytes(StandardCharsets.UTF_8), Cluster.PARTITIONS) == partition)
                .findFirst()
                .orElseThrow();
    }

    /** As older ones do not. */
    @Test
    void brokersThatDoNotSupportWhatIsConfiguredAreTold() throws Exception {
        try (Cluster cluster = new Cluster(platform, "old", Map.of("group.protocol", "streams"))) {
            LeaseApplication application = cluster.start(dir.resolve("old"));
            Optional<String> end = application.awaitEnd();
            application.close();

            assertThat(end.orElseThrow())
                    .startsWith("the brokers do not support what is configured (")
                    .hasLineCount(1);
        }
    }

    /**
     * Instances join and leave without a pause while there is work; in the end every reader has the same last word. All
     * records are there from the start, as their order over the inputs could not be told otherwise; they are taken so slowly
     * at first that there is work left for the fourth instance, however long a join takes.
     */
    @Test
    void aStormOfRebalancesLosesNothingAndEnds() throws Exception {
        Outputs plain = Outputs.ofPlainRun(history);
        Map<String, String> slowly = quick(Map.of("kvlease.value.serde", SlowSerde.class.getName()));
        try (Cluster cluster = new Cluster(platform, "storm", slowly)) {
            System.setProperty(SlowSerde.PAUSE_MS, "50");
            cluster.send(history.records());
            List<LeaseApplication> running = new ArrayList<>();
            running.add(cluster.start(dir.resolve("storm-0")));
            await(running.get(0)::isRunning);
            int joined = 1;
            while (!cluster.isConsumed() && joined < 8) {
                running.add(cluster.start(dir.resolve("storm-" + joined++)));
                if (joined > 3) {
                    System.clearProperty(SlowSerde.PAUSE_MS);
                }
                if (running.size() > 2) {
                    running.remove(0).close();
                }
                long written = cluster.verdictsWritten();
                await(() -> cluster.verdictsWritten() > written || cluster.isConsumed());
            }
            cluster.awaitConsumed();
            running.forEach(LeaseApplication::close);

            assertThat(joined).as("instances that joined").isGreaterThan(3);
            assertThat(cluster.outputs().words()).isEqualTo(plain.words());
            assertThat(cluster.outputs().violationIds()).isEqualTo(plain.violationIds());
        } finally {
            System.clearProperty(SlowSerde.PAUSE_MS);
        }
    }
}
