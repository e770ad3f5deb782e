package dev.kvlease.app.audit;

/**
 * How much of what an audit finds is kept in detail. Counts are always whole, and what is left out is counted.
 *
 * @param suspects leases with a CERTAIN violation whose timelines are kept, and as many with a POSSIBLE one
 * @param bars leases around violations that are kept as bars
 * @param clockPoints points of the clock of each pair
 * @param unjudgedListed reads listed for each reason why nothing can be said
 * @param timeBuckets spans that the time of the records is cut into
 */
public record Limits(int suspects, int bars, int clockPoints, int unjudgedListed, int timeBuckets) {
    /** What a report can show. */
    public static final Limits DEFAULT = new Limits(500, 10_000, 128, 100, 240);
}
