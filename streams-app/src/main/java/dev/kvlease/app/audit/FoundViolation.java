package dev.kvlease.app.audit;

import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import java.util.List;
import java.util.Optional;

/**
 * A violation with its circumstances. Numbers that do not exist are {@link dev.kvlease.core.common.Absent#LONG}, texts
 * empty.
 *
 * @param violation what the core reported
 * @param cause what the read ran into
 * @param endReason why the holder released the blocks, as it said
 * @param told what the reader had been told
 * @param takers allocations that had been given the blocks by the end of the read, latest first; at most {@link
 *     #TAKERS_LISTED}
 * @param takersInAll how many there were
 * @param allocatedNs when the lease was allocated, holder clock, or absent
 * @param expiryNs the deadline with its extensions, holder clock, or absent
 * @param started where the start of the read lies on the holder's clock
 * @param clock what was known of the pair's clock when the outcome came
 * @param outcome where the read's outcome stands, if a read is concerned
 * @param judgedAt where the record stands by which it was judged
 */
public record FoundViolation(
        Violation violation,
        Cause cause,
        String endReason,
        Told told,
        List<Taker> takers,
        int takersInAll,
        long allocatedNs,
        long expiryNs,
        Span started,
        Optional<ClockOffset> clock,
        Optional<Place> outcome,
        Place judgedAt) {
    /** So many takers are listed. */
    public static final int TAKERS_LISTED = 8;

    /** Copies the list. */
    public FoundViolation {
        takers = List.copyOf(takers);
    }

    /**
     * When it happened, as far as the log tells: the record time of the outcome, else of the judgement.
     *
     * @return milliseconds of the epoch
     */
    public long timeMs() {
        return outcome.orElse(judgedAt).recordTimeMs();
    }

    /**
     * Whether it is sure.
     *
     * @return true for CERTAIN
     */
    public boolean isCertain() {
        return violation.certainty() == Certainty.CERTAIN;
    }
}
