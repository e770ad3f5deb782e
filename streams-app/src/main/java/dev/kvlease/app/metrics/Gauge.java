package dev.kvlease.app.metrics;

import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.MetricConfig;

/** A value of this moment, set by one thread and read by any. */
final class Gauge implements MeasurableStat {
    private volatile double value;

    void set(double now) {
        value = now;
    }

    @Override
    public void record(MetricConfig config, double now, long nowMs) {
        value = now;
    }

    @Override
    public double measure(MetricConfig config, long nowMs) {
        return value;
    }
}
