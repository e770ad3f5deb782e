package dev.kvlease.gate.core;

import dev.kvlease.core.Settings;
import java.time.Duration;

/**
 * How a gate behaves. Times are those of the reader's clock.
 *
 * @param fallback what {@link GateCore#fallback} does
 * @param staleAfter how far behind the stream an answer READABLE still counts
 * @param retryFirst first pause before a provisional answer is asked again; it doubles up to {@code retryMost}
 * @param retryMost longest such pause
 * @param resendAfter after how long without an answer a question is sent again
 * @param keep how long a read is remembered after the last word about it; longer than any lease and the horizon of ten
 *     minutes together, so that a revocation is not forgotten while its lease could live
 * @param mostReads most reads remembered
 * @param settings margin and drift bound of the fallback
 */
public record GateOptions(
        Fallback fallback,
        Duration staleAfter,
        Duration retryFirst,
        Duration retryMost,
        Duration resendAfter,
        Duration keep,
        int mostReads,
        Settings settings) {
    /** What the fallback does. */
    public enum Fallback {
        /** It decides by V17 to V19 with the gate's own samples and the deadline of the request. */
        OWN_CLOCK,
        /** It answers EXPIRED. */
        EXPIRED
    }

    /** 2 s behind at most, asked again after 100 ms to 1 s, or 2 s without an answer; 20 minutes, 200,000 reads. */
    public static final GateOptions DEFAULT = new GateOptions(
            Fallback.OWN_CLOCK,
            Duration.ofSeconds(2),
            Duration.ofMillis(100),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofMinutes(20),
            200_000,
            new Settings(Settings.DEFAULT.marginNs(), Settings.DEFAULT.driftPpm(), false, true));

    /**
     * The same with another fallback.
     *
     * @param newFallback what it does
     * @return the options
     */
    public GateOptions withFallback(Fallback newFallback) {
        return new GateOptions(newFallback, staleAfter, retryFirst, retryMost, resendAfter, keep, mostReads, settings);
    }

    /**
     * The same with another limit.
     *
     * @param most most reads remembered
     * @return the options
     */
    public GateOptions withMostReads(int most) {
        return new GateOptions(fallback, staleAfter, retryFirst, retryMost, resendAfter, keep, most, settings);
    }
}
