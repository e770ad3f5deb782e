package dev.kvlease.app.audit;

import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.verdict.Reason;

/** The counters of a span of record time: one for each certainty, and one for each answer with each reason. */
public final class SeriesKey {
    private static final Reason[] REASONS = Reason.values();
    private static final int CERTAINTIES = Certainty.values().length;

    /** How many counters there are. */
    static final int COUNT = CERTAINTIES + Counts.Answer.values().length * REASONS.length;

    private SeriesKey() {}

    /**
     * The counter of violations.
     *
     * @param certainty how sure they are
     * @return its index
     */
    public static int of(Certainty certainty) {
        return certainty.ordinal();
    }

    /**
     * The counter of verdicts.
     *
     * @param answer what they say
     * @param reason why
     * @return its index
     */
    public static int of(Counts.Answer answer, Reason reason) {
        return CERTAINTIES + answer.ordinal() * REASONS.length + reason.ordinal();
    }
}
