package dev.kvlease.app.feed;

import dev.kvlease.core.verdict.Reason;
import java.util.List;

/**
 * How many verdicts there were between two looks, about a second.
 *
 * @param atMs when it ended, wall clock, milliseconds of the epoch
 * @param counts those that are not zero
 */
public record Second(long atMs, List<Count> counts) {
    /** Copies the list. */
    public Second {
        counts = List.copyOf(counts);
    }

    /**
     * Verdicts of one kind.
     *
     * @param told what readers were told
     * @param reason why
     * @param count how many, at least 1
     */
    public record Count(Told told, Reason reason, long count) {}
}
