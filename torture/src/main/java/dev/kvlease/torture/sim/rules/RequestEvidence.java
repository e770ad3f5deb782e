package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the events of one life have said about one request. */
public final class RequestEvidence {
    /** An event and where it was consumed. */
    private record Seen(LeaseEvent event, long offset, boolean sure) {}

    private final List<Seen> events = new ArrayList<>();
    private long newestNs = Long.MIN_VALUE;

    RequestEvidence() {}

    void take(LeaseEvent event, long offset) {
        if (events.stream().anyMatch(seen -> seen.event().seq() == event.seq() && seen.sure())) {
            return;
        }
        events.removeIf(seen -> seen.event().seq() == event.seq());
        events.add(new Seen(event, offset, true));
        newestNs = Math.max(newestNs, newestNs(event));
    }

    /** Nobody can say whether the event counts. */
    void mayTake(LeaseEvent event, long offset) {
        if (events.stream().noneMatch(seen -> seen.event().seq() == event.seq())) {
            events.add(new Seen(event, offset, false));
        }
    }

    private static long newestNs(LeaseEvent event) {
        return Math.max(event.clockNs(), event.expiryNs());
    }

    /** What surely counts. */
    private Stream<Seen> before(long eventsNext) {
        return events.stream().filter(seen -> seen.sure() && seen.offset() < eventsNext);
    }

    private static boolean allocates(Seen seen) {
        return seen.event().type() == LeaseEventType.BLOCKS_ALLOCATED;
    }

    private static boolean ends(LeaseEvent event) {
        return event.type() == LeaseEventType.BLOCKS_RELEASED || event.type() == LeaseEventType.BLOCKS_EXPIRED;
    }

    /**
     * The allocation of a seq.
     *
     * @param seq a seq
     * @return the event, or empty if it has not come
     */
    public Optional<LeaseEvent> allocation(long seq) {
        return events.stream()
                .filter(seen -> allocates(seen) && seen.event().seq() == seq)
                .map(Seen::event)
                .findFirst();
    }

    /**
     * Whether the allocation of a seq was consumed before a position.
     *
     * @param seq a seq
     * @param eventsNext a position in the lease events
     * @return true if it was
     */
    public boolean allocated(long seq, long eventsNext) {
        return before(eventsNext)
                .anyMatch(seen -> allocates(seen) && seen.event().seq() == seq);
    }

    /**
     * Allocations consumed before a position.
     *
     * @param eventsNext a position in the lease events
     * @return a count
     */
    public long allocations(long eventsNext) {
        return before(eventsNext).filter(RequestEvidence::allocates).count();
    }

    /**
     * Allocations of which anything is known.
     *
     * @return a count
     */
    public long allocationsAtMost() {
        return events.stream().filter(RequestEvidence::allocates).count();
    }

    /**
     * Whether an event of a type was consumed.
     *
     * @param type the type
     * @return true if one was
     */
    public boolean has(LeaseEventType type) {
        return events.stream().anyMatch(seen -> seen.event().type() == type);
    }

    private long nextAllocation(long seq, long eventsNext) {
        return before(eventsNext)
                .filter(seen -> allocates(seen) && seen.event().seq() > seq)
                .mapToLong(seen -> seen.event().seq())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /**
     * The end of a lease by what was consumed before a position: a release, an expiry event, or another allocation.
     *
     * @param seq seq of the lease's allocation
     * @param eventsNext a position in the lease events
     * @return the event, or empty if it goes on
     */
    public Optional<LeaseEvent> endOf(long seq, long eventsNext) {
        long next = nextAllocation(seq, eventsNext);
        return before(eventsNext)
                .map(Seen::event)
                .filter(event -> event.seq() > seq && event.seq() <= next)
                .filter(event -> event.seq() == next || ends(event))
                .findFirst();
    }

    /**
     * The latest deadline that anything has given a lease.
     *
     * @param seq seq of its allocation
     * @return holder clock, in nanoseconds, or {@link Absent#LONG} if it has none
     */
    public long latestExpiryNs(long seq) {
        long first = allocation(seq).map(LeaseEvent::expiryNs).orElse(Absent.LONG);
        if (Absent.is(first)) {
            return Absent.LONG;
        }
        return events.stream()
                .map(Seen::event)
                .filter(event -> event.type() == LeaseEventType.LEASE_EXTENDED && event.seq() > seq)
                .mapToLong(LeaseEvent::expiryNs)
                .reduce(first, Math::max);
    }

    /**
     * The latest clock or deadline that any event of it has told, and surely counts.
     *
     * @return holder clock, in nanoseconds
     */
    public long newestNs() {
        return newestNs;
    }

    /**
     * The latest clock or deadline that any event of it has told.
     *
     * @return holder clock, in nanoseconds
     */
    public long newestAtMostNs() {
        return events.stream().mapToLong(seen -> newestNs(seen.event())).reduce(newestNs, Math::max);
    }
}
