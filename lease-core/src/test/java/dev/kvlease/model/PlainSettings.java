package dev.kvlease.model;

/** What may vary between runs: margin and drift, and the two switches of V2 and V12. */
public record PlainSettings(long marginNs, int driftPpm, boolean untrackedExpired, boolean missingDeadlineExpired) {
    /** The rules as they stand. */
    public static final PlainSettings DEFAULT = new PlainSettings(PlainTime.seconds(5), 100, false, false);
}
