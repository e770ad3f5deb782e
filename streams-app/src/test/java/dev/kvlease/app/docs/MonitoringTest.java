package dev.kvlease.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.metrics.Metric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules and dashboards name metrics, labels, variables and pages that there are. */
class MonitoringTest {
    private static final Path MONITORING = Pages.ROOT.resolve("monitoring");
    private static final Path RULES = MONITORING.resolve("rules/kvlease.yml");
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Pattern SERIES = Pattern.compile("\\b(kvlease[a-z_]*_[a-z_]+)(?:\\{([^}]*)})?");
    private static final Pattern RECORDED = Pattern.compile("\\bkvlease:[a-z0-9_:]+");
    private static final Pattern MATCHER = Pattern.compile("(\\w+) *(?:=~|!~|!=|=) *\"");
    private static final Pattern VARIABLE = Pattern.compile("\\$([a-z_]+)");
    private static final Set<String> OF_PROMETHEUS = Set.of("cluster", "instance", "job");
    private static final Set<String> OF_GRAFANA = Set.of("__rate_interval", "__range");

    private final Map<String, Metric> metrics = new HashMap<>();

    MonitoringTest() {
        for (Metric metric : Metric.values()) {
            List<String> endings =
                    metric.type() == Metric.Type.HISTOGRAM ? List.of("_bucket", "_count", "_sum") : List.of("");
            endings.forEach(ending -> metrics.put(metric.prometheusName() + ending, metric));
        }
    }

    static List<Path> dashboards() {
        try (Stream<Path> files = Files.list(MONITORING.resolve("grafana/dashboards"))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).toList();
    }

    private static List<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }

    private static JsonNode json(Path file) {
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> expressions(Path dashboard) {
        return json(dashboard).findValues("expr").stream().map(JsonNode::asText).toList();
    }

    private void check(String expression) {
        SERIES.matcher(expression).results().forEach(found -> {
            Metric metric = metrics.get(found.group(1));
            assertThat(metric).as(found.group() + " in " + expression).isNotNull();
            Set<String> labels = new HashSet<>(OF_PROMETHEUS);
            labels.addAll(metric.labels());
            assertThat(labels)
                    .as(expression)
                    .containsAll(groups(MATCHER, found.group(2) == null ? "" : found.group(2)));
        });
        List<String> recorded = groups(Pattern.compile("- record: (\\S+)"), Pages.text(RULES));
        assertThat(recorded).as(expression).containsAll(all(RECORDED, expression));
    }

    @Test
    void rulesUseMetricsThatThereAre() {
        List<String> lines = Pages.text(RULES).lines().toList();
        assertThat(lines).hasSizeGreaterThan(50);
        lines.stream().filter(line -> !line.contains("_url")).forEach(this::check);
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void dashboardsUseMetricsAndVariablesThatThereAre(Path dashboard) {
        Set<String> variables = new HashSet<>(OF_GRAFANA);
        json(dashboard)
                .at("/templating/list")
                .forEach(variable -> variables.add(variable.get("name").asText()));

        assertThat(expressions(dashboard)).hasSizeGreaterThan(15).allSatisfy(expression -> {
            check(expression);
            assertThat(variables).as(expression).containsAll(groups(VARIABLE, expression));
            assertThat(expression).contains("cluster=~\"$cluster\"");
        });
    }

    @Test
    void everyMetricIsOnADashboard() {
        Set<Metric> shown = dashboards().stream()
                .flatMap(dashboard -> expressions(dashboard).stream())
                .flatMap(expression -> groups(SERIES, expression).stream())
                .map(metrics::get)
                .collect(Collectors.toSet());

        assertThat(shown).contains(Metric.values());
    }

    @Test
    void dashboardsAndTheirPanelsCanBeToldApart() {
        List<String> ids = new ArrayList<>();
        for (Path dashboard : dashboards()) {
            JsonNode panels = json(dashboard).get("panels");
            ids.add(json(dashboard).get("uid").asText());
            assertThat(dashboard.getFileName()).hasToString(ids.get(ids.size() - 1) + ".json");
            assertThat(panels).extracting(panel -> panel.get("id").asInt()).doesNotHaveDuplicates();
            Set<List<Integer>> cells = new HashSet<>();
            panels.forEach(panel -> cellsOf(panel)
                    .forEach(cell -> assertThat(cells.add(cell))
                            .as(panel.get("title").asText() + " lies over another panel")
                            .isTrue()));
        }
        assertThat(ids).hasSize(4).doesNotHaveDuplicates();
    }

    private static List<List<Integer>> cellsOf(JsonNode panel) {
        JsonNode place = panel.get("gridPos");
        List<List<Integer>> cells = new ArrayList<>();
        for (int x = 0; x < place.get("w").asInt(); x++) {
            for (int y = 0; y < place.get("h").asInt(); y++) {
                cells.add(List.of(place.get("x").asInt() + x, place.get("y").asInt() + y));
            }
        }
        return cells;
    }

    @Test
    void everyAlertHasATestAndSaysWhatToDo() {
        String rules = Pages.text(RULES);
        List<String> alerts = groups(Pattern.compile("- alert: (\\w+)"), rules);
        String runbook = Pages.text(Pages.docs("operations.md"));
        String tests = Pages.text(MONITORING.resolve("tests/kvlease.test.yml"));

        assertThat(alerts).hasSizeGreaterThan(10);
        assertThat(new TreeSet<>(groups(Pattern.compile("(?m)^### (Kvlease\\w+)$"), runbook)))
                .isEqualTo(new TreeSet<>(alerts));
        assertThat(groups(Pattern.compile("runbook_url: docs/operations.md#(\\w+)"), rules))
                .isEqualTo(alerts.stream()
                        .map(alert -> alert.toLowerCase(Locale.ROOT))
                        .toList());
        assertThat(alerts)
                .allSatisfy(alert -> assertThat(Arrays.asList(tests.split("\n {6}- eval_time", -1)))
                        .as(alert + " is seen to fire")
                        .anyMatch(part -> part.contains("alertname: " + alert + "\n") && part.contains("exp_labels")));
    }
}
