package dev.kvlease.app.metrics;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.stats.CumulativeSum;

/**
 * Counts for one thread, and is read by any. It goes past the locks of a sensor, which cost more than what is counted;
 * being a cumulative sum, it is pushed as a counter.
 */
final class Counter extends CumulativeSum {
    private final AtomicLong count = new AtomicLong();

    /** Adds; from one thread only. */
    void add(long more) {
        count.lazySet(count.get() + more);
    }

    @Override
    public double measure(MetricConfig config, long nowMs) {
        return (double) count.get();
    }
}
