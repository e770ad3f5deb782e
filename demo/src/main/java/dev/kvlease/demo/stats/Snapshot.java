package dev.kvlease.demo.stats;

import dev.kvlease.app.metrics.LatencySummary;
import java.util.List;

/**
 * Everything that is shown, at one moment.
 *
 * @param elapsedNs since the start of the fleet
 * @param records records that engines have sent
 * @param recordsPerSecond of the last full second
 * @param verdictsPerSecond of each full second, the newest last; at most {@link RunStats#SECONDS_KEPT}
 * @param readable answers READABLE
 * @param expired answers EXPIRED
 * @param reasons answers by reason, the most frequent first
 * @param revocations answers taken back while the read was open
 * @param revocationsAfterEnd answers taken back when the reader had reported the end of the read already
 * @param violations violations reported
 * @param deadLetters records refused
 * @param latency how long answers took
 * @param slowest which answer took longest; empty before the first
 * @param pairs clocks of pairs, sorted by holder and reader
 * @param happenings the newest last; at most {@link RunStats#HAPPENINGS_KEPT}
 */
public record Snapshot(
        long elapsedNs,
        long records,
        long recordsPerSecond,
        List<Long> verdictsPerSecond,
        long readable,
        long expired,
        List<ReasonCount> reasons,
        long revocations,
        long revocationsAfterEnd,
        long violations,
        long deadLetters,
        LatencySummary latency,
        String slowest,
        List<PairClockView> pairs,
        List<Happening> happenings) {
    /** Keeps lists of its own. */
    public Snapshot {
        verdictsPerSecond = List.copyOf(verdictsPerSecond);
        reasons = List.copyOf(reasons);
        pairs = List.copyOf(pairs);
        happenings = List.copyOf(happenings);
    }

    /**
     * Answers of both kinds, without revocations.
     *
     * @return a count
     */
    public long answers() {
        return readable + expired;
    }
}
