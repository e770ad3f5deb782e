package dev.kvlease.core;

import dev.kvlease.core.common.Constants;

/**
 * What may vary between two runs over the same records. Only the two last are an operator's; margin and drift vary in
 * what-if replays alone.
 *
 * @param marginNs the safety margin, in nanoseconds
 * @param driftPpm bound on the relative rate error of two clocks, in parts per million
 * @param untrackedExpired V2: true answers EXPIRED for holders that send no lease events
 * @param missingDeadlineExpired V12: true answers EXPIRED for intents without a deadline
 */
public record Settings(long marginNs, int driftPpm, boolean untrackedExpired, boolean missingDeadlineExpired) {
    /** The rules as semantics.md states them. */
    public static final Settings DEFAULT = new Settings(Constants.SAFETY_MARGIN_NS, Constants.DRIFT_PPM, false, false);
}
