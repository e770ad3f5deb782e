package dev.kvlease.app.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.MetricName;

/**
 * Those of Kafka's own metrics that operating a stream needs, under their own names: {@code kafka_<group>_<name>}, for
 * example {@code kafka_stream_thread_commit_latency_avg}. Kafka does not say which of them only grow; by its convention
 * those do whose names end in {@code -total}.
 */
final class KafkaSnapshots {
    private static final String TOTAL = "-total";

    /** Whole groups; their number of series grows with threads and tasks only. */
    private static final Set<String> GROUPS =
            Set.of("stream-thread-metrics", "stream-task-metrics", "stream-state-updater-metrics");

    /**
     * Some of a group: how far behind the end of a partition, or of all, a consumer is, and the sizes of stores. The consumer
     * that reads state back keeps standby copies too, so its lag is theirs.
     */
    private static final Map<String, Set<String>> CHOSEN = Map.of(
            "consumer-fetch-manager-metrics", Set.of("records-lag", "records-lag-max"),
            "stream-state-metrics", Set.of("total-sst-files-size", "size-all-mem-tables", "estimate-num-keys"));

    private KafkaSnapshots() {}

    /** Metrics that share a name, with a value for each set of tags. */
    private record Family(String help, Map<Labels, Double> points) {}

    static List<MetricSnapshot> of(Map<MetricName, ? extends org.apache.kafka.common.Metric> metrics) {
        Map<String, Family> counters = new TreeMap<>();
        Map<String, Family> gauges = new TreeMap<>();
        Set<String> repeated = repeatedTopics(metrics.keySet());
        metrics.forEach((name, metric) -> {
            boolean usable = isChosen(name)
                    && !repeated.contains(topicOf(name))
                    && metric.metricValue() instanceof Number number
                    && !Double.isNaN(number.doubleValue());
            if (usable) {
                double value = ((Number) metric.metricValue()).doubleValue();
                (name.name().endsWith(TOTAL) ? counters : gauges)
                        .computeIfAbsent(nameOf(name), first -> new Family(name.description(), new TreeMap<>()))
                        .points()
                        .put(labelsOf(name), value);
            }
        });
        List<MetricSnapshot> snapshots = new ArrayList<>();
        counters.forEach((name, family) -> snapshots.add(counter(name, family)));
        gauges.forEach((name, family) -> snapshots.add(gauge(name, family)));
        return snapshots;
    }

    private static boolean isChosen(MetricName name) {
        return GROUPS.contains(name.group())
                || CHOSEN.getOrDefault(name.group(), Set.of()).contains(name.name());
    }

    /** What Kafka says of a topic with dots it says a second time, with underscores for the dots. */
    private static Set<String> repeatedTopics(Set<MetricName> names) {
        return names.stream()
                .map(KafkaSnapshots::topicOf)
                .filter(topic -> topic.indexOf('.') >= 0)
                .map(topic -> topic.replace('.', '_'))
                .collect(Collectors.toSet());
    }

    private static String topicOf(MetricName name) {
        return name.tags().getOrDefault("topic", "");
    }

    private static String nameOf(MetricName name) {
        String group = name.group().replaceAll("-metrics$", "");
        String base = name.name().replaceAll(TOTAL + "$", "");
        return ("kafka_" + group + "_" + base).replaceAll("[^a-zA-Z0-9_]", "_");
    }

    private static Labels labelsOf(MetricName name) {
        Labels.Builder labels = Labels.builder();
        name.tags().forEach((tag, value) -> labels.label(tag.replaceAll("[^a-zA-Z0-9_]", "_"), value));
        return labels.build();
    }

    private static MetricSnapshot counter(String name, Family family) {
        CounterSnapshot.Builder snapshot = CounterSnapshot.builder().name(name).help(family.help());
        family.points()
                .forEach((labels, value) -> snapshot.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                        .labels(labels)
                        .value(Math.max(0, value))
                        .build()));
        return snapshot.build();
    }

    private static MetricSnapshot gauge(String name, Family family) {
        GaugeSnapshot.Builder snapshot = GaugeSnapshot.builder().name(name).help(family.help());
        family.points()
                .forEach((labels, value) -> snapshot.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .labels(labels)
                        .value(value)
                        .build()));
        return snapshot.build();
    }
}
