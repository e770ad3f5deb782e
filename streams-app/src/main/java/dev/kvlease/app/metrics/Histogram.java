package dev.kvlease.app.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.CompoundStat;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.stats.CumulativeSum;

/**
 * Durations in buckets, cumulative as Prometheus has them: a metric {@code …-bucket} for each bound, {@code …-count} and
 * {@code …-sum}. For one thread that counts and any that read.
 */
final class Histogram implements CompoundStat {
    static final String BUCKET = "-bucket";
    static final String COUNT = "-count";
    static final String SUM = "-sum";
    static final String BOUND = "le";

    private static final double NS_PER_S = 1e9;

    private final List<Double> bounds;
    private final long[] boundsNs;
    /** One for each bound, and one beyond; what has been counted up to here and no further. */
    private final AtomicLong[] counts;

    private final AtomicLong sumNs = new AtomicLong();
    private final List<NamedMeasurable> stats = new ArrayList<>();

    /**
     * Counts nothing yet.
     *
     * @param bounds upper bounds in seconds, ascending
     * @param name the metric's name without suffixes
     */
    Histogram(List<Double> bounds, MetricName name) {
        this.bounds = bounds;
        this.boundsNs =
                bounds.stream().mapToLong(bound -> Math.round(bound * NS_PER_S)).toArray();
        this.counts = new AtomicLong[bounds.size() + 1];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new AtomicLong();
            stats.add(new NamedMeasurable(bucketName(name, i), reading(i)));
        }
        stats.add(new NamedMeasurable(suffixed(name, COUNT, Map.of()), reading(bounds.size())));
        stats.add(new NamedMeasurable(suffixed(name, SUM, Map.of()), new CumulativeSum() {
            @Override
            public double measure(MetricConfig config, long nowMs) {
                return sumNs.get() / NS_PER_S;
            }
        }));
    }

    private MetricName bucketName(MetricName name, int index) {
        String bound = index < bounds.size() ? String.format(Locale.ROOT, "%s", bounds.get(index)) : "+Inf";
        return suffixed(name, BUCKET, Map.of(BOUND, bound));
    }

    private static MetricName suffixed(MetricName name, String suffix, Map<String, String> more) {
        Map<String, String> tags = new TreeMap<>(name.tags());
        tags.putAll(more);
        return new MetricName(name.name() + suffix, name.group(), name.description(), tags);
    }

    private CumulativeSum reading(int lastBucket) {
        return new CumulativeSum() {
            @Override
            public double measure(MetricConfig config, long nowMs) {
                long sum = 0;
                for (int i = 0; i <= lastBucket; i++) {
                    sum += counts[i].get();
                }
                return (double) sum;
            }
        };
    }

    /** Adds a duration in nanoseconds; from one thread only. A negative one is in the first bucket and adds no time. */
    void add(long durationNs) {
        int bucket = 0;
        while (bucket < boundsNs.length && durationNs > boundsNs[bucket]) {
            bucket++;
        }
        counts[bucket].lazySet(counts[bucket].get() + 1);
        sumNs.lazySet(sumNs.get() + Math.max(0, durationNs));
    }

    @Override
    public void record(MetricConfig config, double durationS, long nowMs) {
        add(Math.round(durationS * NS_PER_S));
    }

    @Override
    public List<NamedMeasurable> stats() {
        return stats;
    }
}
