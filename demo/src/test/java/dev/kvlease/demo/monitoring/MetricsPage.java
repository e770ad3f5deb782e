package dev.kvlease.demo.monitoring;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Series as a page for Prometheus has them: values by name and labels. */
record MetricsPage(Map<String, Double> series) {
    private static final Pattern LINE = Pattern.compile("(\\w+)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    /** Reads a page, without these labels; series that differ in nothing else are added up. */
    static MetricsPage read(String text, Set<String> without) {
        Map<String, Double> series = new HashMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher parts = LINE.matcher(line);
            if (parts.matches()) {
                String labels = parts.group(2) == null ? "" : parts.group(2);
                Map<String, String> kept = LABEL.matcher(labels)
                        .results()
                        .filter(label -> !without.contains(label.group(1)))
                        .collect(Collectors.toMap(
                                label -> label.group(1), label -> label.group(2), (a, b) -> b, TreeMap::new));
                series.merge(parts.group(1) + kept, Double.valueOf(parts.group(3)), Double::sum);
            }
        });
        return new MetricsPage(series);
    }

    /** Those whose name and labels match. */
    Map<String, Double> matching(String pattern) {
        return series.entrySet().stream()
                .filter(entry -> entry.getKey().matches(pattern))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> b, TreeMap::new));
    }
}
