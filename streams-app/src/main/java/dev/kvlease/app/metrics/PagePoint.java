package dev.kvlease.app.metrics;

import java.util.List;

/**
 * A value that is only on the page for Prometheus.
 *
 * @param metric of type {@link Metric.Type#PAGE_GAUGE}
 * @param labelValues values of its labels
 * @param value the value of this moment, in the metric's unit
 */
public record PagePoint(Metric metric, List<String> labelValues, double value) {
    /**
     * A value.
     *
     * @param metric the metric
     * @param value its value
     * @param labelValues values of its labels
     * @return the point
     */
    public static PagePoint of(Metric metric, double value, String... labelValues) {
        return new PagePoint(metric, List.of(labelValues), value);
    }
}
