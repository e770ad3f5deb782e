package dev.kvlease.app.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The gauges of one task. */
final class SurveyGauges implements AutoCloseable {
    private static final String MEDIAN = "0.5";
    private static final String P99 = "0.99";
    private static final String HIGHEST = "1.0";

    private final Sensors sensors;
    private final Map<List<Object>, Sensors.Owned<Gauge>> gauges = new LinkedHashMap<>();

    SurveyGauges(Sensors sensors) {
        this.sensors = sensors;
    }

    void set(Census seen, int asleep) {
        count(seen.tracked, Metric.HOLDERS, "tracked");
        count(seen.untracked, Metric.HOLDERS, "untracked");
        count(asleep, Metric.HOLDERS, "asleep");
        count(seen.inDoubt, Metric.HOLDERS_IN_DOUBT);
        count(seen.silent, Metric.SILENT_HOLDERS);
        set(seen.longestSilenceNs / Census.NS_PER_S, Metric.HOLDER_SILENCE_MAX);
        count(seen.liveLeases, Metric.LIVE_LEASES);
        count(seen.openReads, Metric.OPEN_READS);
        count(seen.waitingReads, Metric.WAITING_READS);
        count(seen.requests, Metric.REMEMBERED_REQUESTS);
        count(seen.indexedBlocks, Metric.INDEXED_BLOCKS);
        count(seen.missingEvents, Metric.MISSING_EVENTS);
        count(seen.withGaps, Metric.HOLDERS_WITH_GAPS);
        set(seen.oldestGapNs / Census.NS_PER_S, Metric.GAP_AGE_MAX);
        count(seen.knownPairs, Metric.CLOCK_PAIRS, "known");
        count(seen.unknownPairs, Metric.CLOCK_PAIRS, "unknown");
        set(seen.errorBounds.summary(), Metric.CLOCK_ERROR_BOUND);
        set(seen.ages.summary(), Metric.CLOCK_AGE);
        set(seen.roundTrips.summary(), Metric.CLOCK_MIN_RTT);
    }

    private void count(long value, Metric metric, String... labelValues) {
        set((double) value, metric, labelValues);
    }

    private void set(LatencySummary summary, Metric metric) {
        set(summary.p50Ns() / Census.NS_PER_S, metric, MEDIAN);
        set(summary.p99Ns() / Census.NS_PER_S, metric, P99);
        set(summary.maxNs() / Census.NS_PER_S, metric, HIGHEST);
    }

    private void set(double value, Metric metric, String... labelValues) {
        List<Object> key = new ArrayList<>(List.of(metric));
        key.addAll(List.of(labelValues));
        gauges.computeIfAbsent(key, first -> sensors.gauge(metric, labelValues))
                .stat()
                .set(value);
    }

    @Override
    public void close() {
        gauges.values().forEach(sensors::remove);
        gauges.clear();
    }
}
