package dev.kvlease.demo.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kvlease.app.metrics.Metric;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.shaded.io.opentelemetry.proto.metrics.v1.MetricsData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in monitoring, tried with a real Prometheus, the real JMX exporter and a broker that collects metrics. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class MonitoringTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String WINDOW = "15s";

    /** Beside names and values, the JMX exporter has a series for each of these. */
    private static final Set<String> PARTS = Set.of("thread_id", "task_id");

    @TempDir
    private static Path directory;

    private static WatchedFleet fleet;
    private static Prometheus prometheus;
    private static Prometheus ofJmx;

    @BeforeAll
    static void start() throws Exception {
        Prometheus.requireProgram();
        fleet = new WatchedFleet(directory);
        List<String> instances = List.of(fleet.firstAddress(), fleet.secondAddress());
        prometheus = Prometheus.start("prometheus.yml", instances, directory.resolve("prometheus"));
        ofJmx = Prometheus.start("prometheus-jmx.yml", List.of(fleet.jmxAddress()), directory.resolve("of-jmx"));
        // an increase is seen only where there was a count before
        String counting = "count(sum by (instance) (kvlease_dead_letters_total) == 0) == " + instances.size();
        await("the first counts of dead letters", () -> prometheus.answers(counting));
        fleet.sendUnusableRecord();
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable part : Arrays.asList(ofJmx, prometheus, fleet)) {
            if (part != null) {
                part.close();
            }
        }
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(condition);
    }

    private static List<Dashboards.Question> open(Prometheus asked, List<Dashboards.Question> questions)
            throws Exception {
        return questions.stream().filter(question -> !answers(asked, question)).toList();
    }

    private static boolean answers(Prometheus asked, Dashboards.Question question) {
        try {
            return asked.answers(question.expression());
        } catch (Exception e) {
            throw new IllegalStateException(question.toString(), e);
        }
    }

    private static void assertAnswered(Prometheus asked, List<Dashboards.Question> questions) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(open(asked, questions)).isEmpty());
    }

    @Test
    void everyPanelOfEveryDashboardHasData() {
        List<Dashboards.Question> questions = Dashboards.questions(WINDOW);

        assertThat(questions).hasSizeGreaterThan(90);
        assertAnswered(prometheus, questions);
    }

    @Test
    void namesFollowTheRulesOfPrometheus() throws Exception {
        String page = Prometheus.get("http://" + fleet.firstAddress() + "/metrics");
        Path own = Files.writeString(
                directory.resolve("page"),
                page.lines().filter(line -> line.contains("kvlease_")).collect(Collectors.joining("\n", "", "\n")));
        Process promtool = new ProcessBuilder("promtool", "check", "metrics")
                .redirectInput(own.toFile())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(promtool.waitFor()).isZero();
        assertThat(Files.readString(own)).contains("kvlease_clock_error_bound_seconds{quantile=\"1.0\"}");
    }

    /** Once for each partition, though Kafka has it a second time with underscores for the dots of the topic. */
    @Test
    void lagsAreThereOnce() {
        String lags = "count(kafka_consumer_fetch_manager_records_lag{topic=~\"kvlease%slease-events\"})";

        await("lags", () -> prometheus.answers(String.format(lags, "[.]") + " == " + WatchedFleet.PARTITIONS));
        await("no lags", () -> !prometheus.answers(String.format(lags, "_")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"kvlease-leases", "kvlease-clocks", "kvlease-incidents", "kvlease-streams"})
    void dashboardsAreDrawnWithoutGrafana(String dashboard) throws Exception {
        Optional<Path> browser = Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Prometheus.onPath(name).stream())
                .findFirst();
        Assumptions.assumeTrue(browser.isPresent() || !Boolean.getBoolean("kvlease.skip.browser"));

        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(drawn(browser.orElseThrow(), dashboard))
                        .containsPattern("data-panels=\"\\d{2}\"")
                        .contains("data-empty=\"\"", "data-failed=\"\""));
    }

    private static String drawn(Path browser, String dashboard) throws Exception {
        Path page = directory.resolve(dashboard + ".html");
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--user-data-dir=" + directory.resolve("browser"),
                        "--virtual-time-budget=10000",
                        "--dump-dom",
                        prometheus.look(dashboard))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(page.toFile())
                .start();
        process.onExit().completeOnTimeout(process, 1, TimeUnit.MINUTES).join().destroyForcibly();
        return Files.readString(page).replaceAll("(?s)^.*<main", "<main").replaceAll("(?s)>.*$", "");
    }

    @Test
    void everyRuleIsEvaluatedAndADeadLetterIsToldOf() throws Exception {
        await("KvleaseDeadLetters", () -> prometheus.answers("ALERTS{alertname=\"KvleaseDeadLetters\"} == 1"));
        List<JsonNode> rules = prometheus.rules();

        assertThat(rules)
                .hasSizeGreaterThan(12)
                .allSatisfy(rule -> assertThat(rule.get("health").asText())
                        .as(rule.toString())
                        .isEqualTo("ok"));
        for (JsonNode rule : rules) {
            if (rule.get("type").asText().equals("recording")) {
                String name = rule.get("name").asText();
                await(name, () -> prometheus.answers(name));
            }
        }
        assertThat(prometheus.query("ALERTS{severity=\"page\"}")).isEmpty();
    }

    /** What the exporter reads while the page is read twice lies between the two. */
    @Test
    void theJmxExporterGivesTheNamesAndValuesOfThePage() throws Exception {
        String page = "http://" + fleet.secondAddress() + "/metrics";
        String counted = "kvlease_\\w+_(total|count|sum|bucket)\\{.*";
        await(
                "answers",
                () -> MetricsPage.read(Prometheus.get(page), Set.of())
                                .matching("kvlease_verdicts_total.*READABLE.*")
                                .size()
                        > 0);
        Map<String, Double> before =
                MetricsPage.read(Prometheus.get(page), Set.of()).matching(counted);
        Map<String, Double> exported = MetricsPage.read(
                        Prometheus.get("http://" + fleet.jmxAddress() + "/metrics")
                                .replaceAll("(?m)^(kvlease_\\w+_seconds)\\{le=", "$1_bucket{le="),
                        PARTS)
                .matching(counted);
        Map<String, Double> after =
                MetricsPage.read(Prometheus.get(page), Set.of()).matching(counted);

        assertThat(before).hasSizeGreaterThan(80);
        assertThat(exported.keySet()).containsAll(before.keySet());
        assertThat(after.keySet()).containsAll(exported.keySet());
        assertThat(before)
                .allSatisfy((series, value) ->
                        assertThat(exported.get(series)).as(series).isBetween(value, after.get(series)));
    }

    @Test
    void dashboardsWorkWithTheJmxExporterWhereTheyNeedNothingOfThePageAlone() {
        List<String> pageOnly = Arrays.stream(Metric.values())
                .filter(metric -> metric.type() == Metric.Type.PAGE_GAUGE)
                .map(Metric::prometheusName)
                .toList();
        List<Dashboards.Question> questions = Dashboards.questions(WINDOW).stream()
                .filter(question -> pageOnly.stream().noneMatch(question.expression()::contains))
                .filter(question -> !question.expression().contains("ALERTS"))
                .toList();

        assertThat(questions).hasSizeGreaterThan(60);
        assertAnswered(ofJmx, questions);
    }

    @Test
    void clientsPushTheMetricsToABrokerThatCollectsThem() {
        Set<String> expected = new TreeSet<>();
        for (Metric metric : Metric.values()) {
            if (metric.type() == Metric.Type.COUNTER && metric.labels().isEmpty()) {
                expected.add("org.apache.kafka.kvlease." + metric.kafkaName().replace('-', '.'));
            }
        }
        assertThat(expected).isNotEmpty();
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(pushedNames()).containsAll(expected));
    }

    private static Set<String> pushedNames() throws Exception {
        Set<String> names = new TreeSet<>();
        for (byte[] message : fleet.pushed()) {
            MetricsData.parseFrom(message).getResourceMetricsList().stream()
                    .flatMap(resource -> resource.getScopeMetricsList().stream())
                    .flatMap(scope -> scope.getMetricsList().stream())
                    .map(metric -> metric.getName())
                    .filter(name -> name.contains("kvlease"))
                    .forEach(names::add);
        }
        return names;
    }
}
