package dev.kvlease.app.audit;

import dev.kvlease.app.explain.CaseFile;
import dev.kvlease.core.Settings;
import java.util.List;
import java.util.Map;

/**
 * What an audit of a log found.
 *
 * @param settings the rules' variable parts
 * @param counts what was counted
 * @param firstMs record time of the earliest record, in milliseconds of the epoch, or absent
 * @param lastMs record time of the latest, or absent
 * @param violations all violations, in the order found
 * @param unjudged completed reads of which nothing can be said, the first ones of each reason
 * @param series verdicts and violations over record time, by {@link SeriesKey}
 * @param clocks what was known of each pair's clock over time, by holder and reader
 * @param lives the lives of each holder
 * @param suspects leases that violations are about, whole
 * @param suspectsLeftOut such leases whose timeline was not kept
 * @param bars leases to be drawn around violations
 * @param barsLeftOut such leases that were left out
 */
public record Audit(
        Settings settings,
        Counts counts,
        long firstMs,
        long lastMs,
        List<FoundViolation> violations,
        List<UnjudgedRead> unjudged,
        TimeBuckets series,
        Map<Pair, ClockSeries> clocks,
        Map<String, List<LifeTrack>> lives,
        List<Suspect> suspects,
        long suspectsLeftOut,
        List<LeaseBar> bars,
        long barsLeftOut) {
    /**
     * A holder and a reader.
     *
     * @param holder the holder's engine id
     * @param reader the reader's engine id
     */
    public record Pair(String holder, String reader) {}

    /**
     * A lease that a violation is about.
     *
     * @param timeline what the records say of its request
     * @param entriesLeftOut later records of the request that were left out
     */
    public record Suspect(CaseFile timeline, long entriesLeftOut) {}

    /** Copies the lists. */
    public Audit {
        violations = List.copyOf(violations);
        unjudged = List.copyOf(unjudged);
        suspects = List.copyOf(suspects);
        bars = List.copyOf(bars);
    }
}
