package dev.kvlease.app.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.MetricName;

/** Makes one family of each metric of kvlease, of the sensors of all threads and tasks. */
final class OwnSnapshots {
    private final Map<MetricName, ? extends org.apache.kafka.common.Metric> metrics;
    /** Values by the metric's name in Kafka Streams, and then by the values of its labels. */
    private final Map<String, Map<List<String>, Double>> values = new LinkedHashMap<>();

    private OwnSnapshots(Map<MetricName, ? extends org.apache.kafka.common.Metric> metrics) {
        this.metrics = metrics;
    }

    static List<MetricSnapshot> of(
            Map<MetricName, ? extends org.apache.kafka.common.Metric> metrics, List<PagePoint> points) {
        OwnSnapshots own = new OwnSnapshots(metrics);
        List<MetricSnapshot> snapshots = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            own.read(metric);
        }
        points.forEach(
                point -> own.add(point.metric().kafkaName(), point.metric(), point.labelValues(), point.value()));
        for (Metric metric : Metric.values()) {
            snapshots.add(own.snapshot(metric));
        }
        return snapshots;
    }

    private void read(Metric metric) {
        boolean histogram = metric.type() == Metric.Type.HISTOGRAM;
        List<String> suffixes = histogram ? List.of(Histogram.BUCKET, Histogram.COUNT, Histogram.SUM) : List.of("");
        List<String> labels = histogram ? List.of(Histogram.BOUND) : metric.labels();
        for (Map.Entry<MetricName, ? extends org.apache.kafka.common.Metric> entry : metrics.entrySet()) {
            MetricName name = entry.getKey();
            if (!name.group().equals(Sensors.GROUP)) {
                continue;
            }
            for (String suffix : suffixes) {
                if (name.name().equals(metric.kafkaName() + suffix)) {
                    List<String> labelValues = labels.stream()
                            .map(label -> name.tags().getOrDefault(label, ""))
                            .toList();
                    add(name.name(), metric, labelValues, (Double)
                            entry.getValue().metricValue());
                }
            }
        }
    }

    private void add(String name, Metric metric, List<String> labelValues, double value) {
        boolean highest = metric.type() == Metric.Type.GAUGE_MAX || metric.type() == Metric.Type.SUMMARY_MAX;
        values.computeIfAbsent(name, first -> new LinkedHashMap<>())
                .merge(labelValues, value, highest ? Double::max : Double::sum);
    }

    private Map<List<String>, Double> valuesOf(String name) {
        return values.getOrDefault(name, Map.of());
    }

    private MetricSnapshot snapshot(Metric metric) {
        return switch (metric.type()) {
            case COUNTER -> counter(metric);
            case HISTOGRAM -> histogram(metric);
            case GAUGE_SUM, GAUGE_MAX, PAGE_GAUGE -> gauge(metric);
            case SUMMARY_MAX -> summary(metric);
        };
    }

    private MetricSnapshot counter(Metric metric) {
        CounterSnapshot.Builder family =
                CounterSnapshot.builder().name(metric.baseName()).help(metric.help());
        valuesOf(metric.kafkaName())
                .forEach((labels, value) -> family.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                        .labels(Labels.of(metric.labels(), labels))
                        .value(value)
                        .build()));
        return family.build();
    }

    private MetricSnapshot gauge(Metric metric) {
        GaugeSnapshot.Builder family = GaugeSnapshot.builder()
                .name(metric.baseName())
                .help(metric.help())
                .unit(unit(metric));
        valuesOf(metric.kafkaName())
                .forEach((labels, value) -> family.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .labels(Labels.of(metric.labels(), labels))
                        .value(value)
                        .build()));
        return family.build();
    }

    private MetricSnapshot summary(Metric metric) {
        SummarySnapshot.Builder family = SummarySnapshot.builder()
                .name(metric.baseName())
                .help(metric.help())
                .unit(unit(metric));
        Quantiles.Builder quantiles = Quantiles.builder();
        Map<List<String>, Double> values = valuesOf(metric.kafkaName());
        values.forEach((quantile, value) -> quantiles.quantile(Double.parseDouble(quantile.get(0)), value));
        if (!values.isEmpty()) {
            family.dataPoint(SummarySnapshot.SummaryDataPointSnapshot.builder()
                    .quantiles(quantiles.build())
                    .build());
        }
        return family.build();
    }

    private MetricSnapshot histogram(Metric metric) {
        HistogramSnapshot.Builder family = HistogramSnapshot.builder()
                .name(metric.baseName())
                .help(metric.help())
                .unit(unit(metric));
        Map<List<String>, Double> buckets = valuesOf(metric.kafkaName() + Histogram.BUCKET);
        if (!buckets.isEmpty()) {
            family.dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                    .classicHistogramBuckets(buckets(buckets))
                    .sum(valuesOf(metric.kafkaName() + Histogram.SUM).get(List.of("")))
                    .build());
        }
        return family.build();
    }

    /** Sensors have cumulative counts; the library wants those of each bucket, and adds them up again. */
    private static ClassicHistogramBuckets buckets(Map<List<String>, Double> cumulative) {
        Map<Double, Long> byBound = new TreeMap<>();
        cumulative.forEach((bound, count) -> byBound.put(boundOf(bound.get(0)), count.longValue()));
        List<Long> counts = new ArrayList<>();
        long below = 0;
        for (long upTo : byBound.values()) {
            counts.add(Math.max(0, upTo - below));
            below = Math.max(below, upTo);
        }
        return ClassicHistogramBuckets.of(List.copyOf(byBound.keySet()), counts);
    }

    private static double boundOf(String text) {
        return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }

    private static Unit unit(Metric metric) {
        return switch (metric.unit()) {
            case NONE -> null;
            case SECONDS -> Unit.SECONDS;
            case BYTES -> Unit.BYTES;
        };
    }
}
