package dev.kvlease.benchmarks.latency;

import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What one stretch of traffic was answered. Answers are taken by one thread. */
final class Phase {
    private static final int DIGITS = 3;

    private final Map<String, Integer> asked;
    private final Schedule schedule;
    private final int warm;
    private final BitSet answered = new BitSet();
    private final Histogram latenciesNs = new Histogram(DIGITS);
    private final CountDownLatch missing;
    private volatile long lastNs;

    /**
     * Nothing is answered yet.
     *
     * @param asked the numbers of the records that are answered, by their ids
     * @param schedule when they should be sent
     * @param warm records of lower numbers do not count
     */
    Phase(Map<String, Integer> asked, Schedule schedule, int warm) {
        this.asked = asked;
        this.schedule = schedule;
        this.warm = warm;
        this.missing = new CountDownLatch(asked.size());
    }

    static Phase nothingAsked() {
        return new Phase(Map.of(), Schedule.from(1), 0);
    }

    /** Takes an answer; only the first to a question counts, and those to questions of this phase. */
    void answered(String id, long nowNs) {
        Integer index = asked.get(id);
        if (index == null || answered.get(index)) {
            return;
        }
        answered.set(index);
        if (index >= warm) {
            latenciesNs.recordValue(Math.max(0, nowNs - schedule.intendedNs(index)));
        }
        lastNs = nowNs;
        missing.countDown();
    }

    Schedule schedule() {
        return schedule;
    }

    /** Waits for all answers. */
    Phase await(Duration patience) throws InterruptedException {
        if (!missing.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException(
                    missing.getCount() + " of " + asked.size() + " answers are missing after " + patience);
        }
        return this;
    }

    Quantiles quantiles() {
        return new Quantiles(at(50), at(99), at(99.9));
    }

    private double at(double percentile) {
        return latenciesNs.getValueAtPercentile(percentile) / 1e6;
    }

    /** How long it took from the first record to the last answer. */
    double seconds() {
        return (lastNs - schedule.startNs()) / 1e9;
    }
}
