package dev.kvlease.app.source;

import dev.kvlease.app.eventfile.Origin;
import java.time.Duration;
import java.util.Optional;

/**
 * The stretch of records that a command tells of.
 *
 * @param from its first; what lies before is history: applied, because leases and clocks come from there, and not told of
 * @param to the first behind it; from there on records are left out
 */
public record Slice(Optional<Bound> from, Optional<Bound> to) {
    /** Every record. */
    public static final Slice ALL = new Slice(Optional.empty(), Optional.empty());

    /**
     * The stretch together with the time before it.
     *
     * @param history how much time; a stretch that begins with an offset stays as it is
     * @return a longer stretch
     */
    public Slice with(Duration history) {
        return new Slice(
                from.map(bound -> bound instanceof Bound.Time time
                        ? new Bound.Time(Math.max(0, time.ms() - history.toMillis()))
                        : bound),
                to);
    }

    /**
     * Whether a record lies in it.
     *
     * @param at where the record comes from
     * @return true if it is neither before nor behind
     */
    public boolean includes(Origin at) {
        return !isHistory(at) && !isOver(at);
    }

    /**
     * Whether a record lies before the stretch.
     *
     * @param at where it comes from
     * @return true for history
     */
    public boolean isHistory(Origin at) {
        return from.isPresent() && !from.get().isReachedBy(at);
    }

    /**
     * Whether a record lies behind the stretch.
     *
     * @param at where it comes from
     * @return true if it is to be left out
     */
    public boolean isOver(Origin at) {
        return to.isPresent() && to.get().isReachedBy(at);
    }
}
