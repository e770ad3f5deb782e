package dev.kvlease.app.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.StreamsMetrics;

/** Puts metrics among those of Kafka Streams, under sensors of this thread, or of one of its tasks. */
public final class Sensors {
    /** The group of all metrics of kvlease; in JMX {@code kafka.streams:type=kvlease-metrics}. */
    public static final String GROUP = "kvlease-metrics";

    /** The tag by which Kafka Streams knows whose metrics to push. */
    static final String THREAD = "thread-id";

    static final String TASK = "task-id";

    private final StreamsMetrics registry;
    private final Map<String, String> owner;

    private Sensors(StreamsMetrics registry, Map<String, String> owner) {
        this.registry = registry;
        this.owner = owner;
    }

    static Sensors ofThread(StreamsMetrics registry, String thread) {
        return new Sensors(registry, Map.of(THREAD, thread));
    }

    static Sensors ofTask(StreamsMetrics registry, String thread, String task) {
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put(THREAD, thread);
        tags.put(TASK, task);
        return new Sensors(registry, tags);
    }

    Counter counter(Metric metric, String... labelValues) {
        Counter counter = new Counter();
        MetricName name = name(metric, labelValues);
        sensor(name).add(name, counter);
        return counter;
    }

    Histogram histogram(Metric metric) {
        MetricName name = name(metric);
        Histogram histogram = new Histogram(metric.buckets(), name);
        sensor(name).add(histogram);
        return histogram;
    }

    Owned<Gauge> gauge(Metric metric, String... labelValues) {
        Gauge gauge = new Gauge();
        MetricName name = name(metric, labelValues);
        Sensor sensor = sensor(name);
        sensor.add(name, gauge);
        return new Owned<>(gauge, sensor);
    }

    /** A stat that goes with its task. */
    record Owned<S>(S stat, Sensor sensor) {}

    void remove(Owned<?> owned) {
        registry.removeSensor(owned.sensor());
    }

    private Sensor sensor(MetricName name) {
        return registry.addSensor("kvlease-" + name.name() + name.tags(), Sensor.RecordingLevel.INFO);
    }

    private MetricName name(Metric metric, String... labelValues) {
        Map<String, String> tags = new LinkedHashMap<>(owner);
        List<String> labels = metric.labels();
        for (int i = 0; i < labels.size(); i++) {
            tags.put(labels.get(i), labelValues[i]);
        }
        return new MetricName(metric.kafkaName(), GROUP, metric.help(), tags);
    }
}
