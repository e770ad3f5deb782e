package dev.kvlease.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/operations.md lists the metrics as they are defined; {@code -Dkvlease.docs.write=true} makes the list anew. */
class MetricsTableTest {
    private static final Path PAGE = Pages.docs("operations.md");
    private static final String BEGIN = "<!-- made from Metric by MetricsTableTest -->\n";
    private static final String END = "<!-- end of what is made -->\n";

    @Test
    void theListOfMetricsIsThatOfTheCode() throws IOException {
        String page = Pages.text(PAGE);
        String expected = page.substring(0, page.indexOf(BEGIN)) + BEGIN + table() + page.substring(page.indexOf(END));
        if (Boolean.getBoolean("kvlease.docs.write")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Pages.text(PAGE))
                .as("docs/operations.md; -Dkvlease.docs.write=true makes it anew")
                .isEqualTo(expected);
    }

    private static String table() {
        return Arrays.stream(Metric.values())
                .map(metric -> String.format(
                        "| `%s` | %s | %s | %s |%n",
                        metric.prometheusName(), kind(metric), labels(metric.labels()), metric.help()))
                .collect(Collectors.joining("", "\n| metric | type | labels | meaning |\n|---|---|---|---|\n", "\n"));
    }

    private static String kind(Metric metric) {
        return switch (metric.type()) {
            case COUNTER -> "counter";
            case HISTOGRAM -> "histogram";
            case GAUGE_SUM -> "gauge";
            case GAUGE_MAX -> "gauge, highest";
            case SUMMARY_MAX -> "summary, highest";
            case PAGE_GAUGE -> "gauge, page only";
        };
    }

    private static String labels(List<String> labels) {
        return labels.stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
    }
}
