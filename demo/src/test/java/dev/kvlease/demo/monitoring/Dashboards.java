package dev.kvlease.demo.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the dashboards of monitoring/grafana ask Prometheus. */
final class Dashboards {
    static final Path MONITORING = Path.of("..", "monitoring").toAbsolutePath().normalize();

    private static final ObjectMapper JSON = new ObjectMapper();

    private Dashboards() {}

    /**
     * One expression of a panel.
     *
     * @param panel dashboard and title
     * @param expression PromQL, with everything chosen for which there is a variable
     */
    record Question(String panel, String expression) {
        @Override
        public String toString() {
            return panel + ": " + expression;
        }
    }

    /** All questions, with this much time for rates. */
    static List<Question> questions(String window) {
        List<Question> questions = new ArrayList<>();
        try (Stream<Path> files = Files.list(MONITORING.resolve("grafana/dashboards"))) {
            for (Path file : files.sorted().toList()) {
                JsonNode dashboard = JSON.readTree(file.toFile());
                for (JsonNode panel : dashboard.get("panels")) {
                    String name = dashboard.get("uid").asText() + ", "
                            + panel.get("title").asText();
                    panel.path("targets")
                            .forEach(target -> questions.add(new Question(
                                    name, filledIn(target.get("expr").asText(), window))));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return questions;
    }

    private static String filledIn(String expression, String window) {
        return expression
                .replace("$__rate_interval", window)
                .replace("$__range", window)
                .replaceAll("\\$[a-z]+", ".*");
    }
}
