package dev.kvlease.app.audit;

import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.common.Absent;

/**
 * Where a reader's time lies on the holder's clock.
 *
 * @param minNs at the earliest, or absent
 * @param maxNs at the latest, or absent
 */
public record Span(long minNs, long maxNs) {
    /** Nobody knows. */
    public static final Span UNKNOWN = new Span(Absent.LONG, Absent.LONG);

    /**
     * {@code [H_min(t), H_max(t)]} by what is known of the pair.
     *
     * @param readerNs a time on the reader's clock, or absent
     * @param clock what is known of the pair
     * @param drift the drift bound
     * @return the span
     */
    public static Span of(long readerNs, ClockOffset clock, Drift drift) {
        if (Absent.is(readerNs)) {
            return UNKNOWN;
        }
        long widenNs = drift.ofNs(readerNs - clock.refNs());
        return new Span(readerNs + clock.loNs() - widenNs, readerNs + clock.hiNs() + widenNs);
    }
}
