package dev.kvlease.app.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.metrics.Metric;
import dev.kvlease.app.metrics.PrometheusPage;
import dev.kvlease.app.metrics.Sensors;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictTrigger;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of a topology that worked off the history of a fleet say what is in its outputs. */
class MetricsTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final String SERIES = "[a-z_]+(\\{([a-z_]+=\"[^\"]*\",?)+\\})? -?[0-9.E+-]+";

    @TempDir
    private Path dir;

    private TopologyHarness harness;
    private List<Verdict> verdicts;
    private long holders;

    @BeforeEach
    void workOff() {
        harness = new TopologyHarness(
                dir, 1, Map.of("kvlease.metrics.holders.max", "2", "kvlease.metrics.pairs.max", "3"));
        History history = History.simulated(FleetScenario.incident(8, 24, 120 * SECOND_NS), 7);
        holders = history.records().stream()
                .map(record -> record.input().orElseThrow().holder())
                .distinct()
                .count();
        GoldenTopologyTest.send(history, harness);
        long lastMs = history.records().get(history.records().size() - 1).timestampMs();
        harness.send(Topic.LEASE_EVENTS, "h".getBytes(UTF_8), null, lastMs);
        harness.driver().advanceWallClockTime(Duration.ofSeconds(1));
        verdicts = harness.verdicts();
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private Map<String, Double> page() throws IOException {
        Map<String, Double> series = new TreeMap<>();
        text().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            assertThat(line).matches(SERIES);
            int blank = line.lastIndexOf(' ');
            Double before = series.put(line.substring(0, blank), Double.valueOf(line.substring(blank + 1)));
            assertThat(before).as(line).isNull();
        });
        return series;
    }

    private String text() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new PrometheusPage()
                .write(
                        Optional.empty(),
                        harness.driver().metrics(),
                        harness.meters().details(),
                        out);
        return out.toString(UTF_8);
    }

    @Test
    void everyVerdictIsCountedByStatusAndReason() throws IOException {
        Map<String, Double> expected = verdicts.stream()
                .filter(verdict -> verdict.getTrigger() == VerdictTrigger.READ_INTENT)
                .collect(groupingBy(
                        verdict -> "kvlease_verdicts_total{reason=\"" + verdict.getReason() + "\",status=\""
                                + verdict.getStatus() + "\"}",
                        TreeMap::new,
                        Collectors.summingDouble(each -> 1)));

        assertThat(expected).hasSizeGreaterThan(5);
        assertThat(of(page(), "kvlease_verdicts_total")).isEqualTo(expected);
    }

    @Test
    void revocationsAreCountedApart() throws IOException {
        long revoked = verdicts.stream()
                .filter(verdict -> verdict.getTrigger() != VerdictTrigger.READ_INTENT)
                .count();

        assertThat(revoked).isPositive();
        assertThat(sum(page(), "kvlease_revocations_total")).isEqualTo((double) revoked);
    }

    @Test
    void theHistogramsCountEveryAnswerOnce() throws IOException {
        Map<String, Double> page = page();
        long answers = verdicts.stream()
                .filter(verdict -> verdict.getTrigger() == VerdictTrigger.READ_INTENT)
                .count();

        assertThat(page).containsEntry("kvlease_verdict_latency_seconds_count", (double) answers);
        assertThat(page).containsEntry("kvlease_verdict_latency_seconds_bucket{le=\"+Inf\"}", (double) answers);
        assertThat(page.get("kvlease_deadline_headroom_seconds_count")).isBetween(1.0, (double) answers);
        assertThat(page.get("kvlease_deadline_headroom_seconds_bucket{le=\"5.0\"}"))
                .isBetween(1.0, page.get("kvlease_deadline_headroom_seconds_bucket{le=\"10.0\"}"));
    }

    @Test
    void deadLettersAndOutcomesAreCounted() throws IOException {
        Map<String, Double> page = page();

        assertThat(page).containsEntry("kvlease_dead_letters_total{reason=\"VALUE_MISSING\"}", 1.0);
        assertThat(page.get("kvlease_read_outcomes_total{status=\"COMPLETED\"}"))
                .isPositive();
        assertThat(sum(page, "kvlease_leases_ended_total")).isPositive();
    }

    @Test
    void gaugesTellOfHoldersAndClocks() throws IOException {
        Map<String, Double> page = page();

        assertThat(holders).isGreaterThan(2);
        assertThat(page.get("kvlease_holders{state=\"tracked\"}")).isGreaterThan(2);
        assertThat(sum(page, "kvlease_holders")).isEqualTo((double) holders);
        assertThat(sum(page, "kvlease_clock_pairs")).isEqualTo((double) pairs());
        assertThat(page.get("kvlease_clock_error_bound_seconds{quantile=\"1.0\"}"))
                .isBetween(page.get("kvlease_clock_error_bound_seconds{quantile=\"0.5\"}"), 0.1);
        assertThat(page.get("kvlease_clock_min_rtt_seconds{quantile=\"0.99\"}")).isPositive();
        assertThat(page.get("kvlease_remembered_requests")).isPositive();
    }

    private long pairs() {
        return harness.clockOffsets().stream()
                .collect(
                        groupingBy(offset -> offset.getHolderEngineId() + " " + offset.getReaderEngineId(), counting()))
                .size();
    }

    /** The wall clock of the harness stands still, so the survey is what moves on. */
    @Test
    void singleHoldersAndPairsAreLimited() throws IOException {
        Map<String, Double> page = page();

        assertThat(of(page, "kvlease_holder_live_leases")).hasSize(2);
        assertThat(of(page, "kvlease_pair_clock_age_seconds")).hasSize(3);
    }

    @Test
    void everyFamilyHasAHelpTextAndAProperName() throws IOException {
        List<String> lines = text().lines().toList();
        for (Metric metric : Metric.values()) {
            String name = metric.prometheusName();
            assertThat(name).matches("kvlease_[a-z_]+");
            assertThat(name.endsWith("_total")).isEqualTo(metric.type() == Metric.Type.COUNTER);
            boolean present = lines.stream().anyMatch(line -> line.startsWith("# TYPE " + name + " "));
            if (present) {
                assertThat(lines).contains("# HELP " + name + " " + metric.help());
            }
        }
        assertThat(Arrays.stream(Metric.values())
                        .filter(metric -> lines.stream()
                                .anyMatch(line -> line.startsWith("# TYPE " + metric.prometheusName() + " ")))
                        .count())
                .isGreaterThan(25);
    }

    @Test
    void kafkasOwnTaskMetricsAreOnThePage() throws IOException {
        assertThat(text()).contains("# TYPE kafka_stream_task_process_total counter");
    }

    /** Kafka Streams pushes what carries the tag of one of its threads. */
    @Test
    void everySensorCarriesItsThread() {
        assertThat(harness.driver().metrics().keySet().stream()
                        .filter(name -> name.group().equals(Sensors.GROUP)))
                .hasSizeGreaterThan(100)
                .allSatisfy(name -> {
                    assertThat(name.tags())
                            .containsEntry("thread-id", Thread.currentThread().getName());
                    assertThat(name.tags()).as("JMX has this key for the group").doesNotContainKey("type");
                    assertThat(name.description()).isNotBlank();
                });
    }

    private static Map<String, Double> of(Map<String, Double> page, String name) {
        return page.entrySet().stream()
                .filter(entry -> entry.getKey().replaceAll("\\{.*", "").equals(name))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
    }

    private static double sum(Map<String, Double> page, String name) {
        return of(page, name).values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
