package dev.kvlease.app.explain;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The events of one lease, as far as they are among the records: what a drawing of it needs. What the core made of them
 * is in the verdicts and violations.
 *
 * @param allocation the allocation
 * @param extensions the extensions that count, in seq order
 * @param end its own explicit end
 * @param replacement the request's next allocation
 */
public record LeaseHistory(
        LeaseEvent allocation,
        List<LeaseEvent> extensions,
        Optional<LeaseEvent> end,
        Optional<LeaseEvent> replacement) {

    /**
     * The leases of a request that entries tell of.
     *
     * @param requestId the request
     * @param entries the entries; those of other requests are left out
     * @return the leases, by life and in seq order
     */
    public static List<LeaseHistory> of(String requestId, List<Entry> entries) {
        return ofEvents(entries.stream()
                .map(Entry::input)
                .filter(Input.Event.class::isInstance)
                .map(input -> ((Input.Event) input).event())
                .filter(event -> event.requestId().equals(requestId))
                .toList());
    }

    /**
     * The leases that events of one request tell of.
     *
     * @param unsorted the events, in any order
     * @return the leases, by life and in seq order
     */
    public static List<LeaseHistory> ofEvents(List<LeaseEvent> unsorted) {
        List<LeaseEvent> events = unsorted.stream()
                .filter(event -> event.type().ofRequest())
                .sorted(Comparator.comparing(LeaseEvent::life).thenComparingLong(LeaseEvent::seq))
                .toList();
        List<LeaseHistory> leases = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            boolean repeat = i > 0 && isSame(events.get(i - 1), events.get(i));
            if (events.get(i).type() == LeaseEventType.BLOCKS_ALLOCATED && !repeat) {
                leases.add(from(events.get(i), events.subList(i + 1, events.size())));
            }
        }
        return leases;
    }

    private static boolean isSame(LeaseEvent a, LeaseEvent b) {
        return a.seq() == b.seq() && a.life().equals(b.life());
    }

    private static LeaseHistory from(LeaseEvent allocation, List<LeaseEvent> later) {
        List<LeaseEvent> extensions = new ArrayList<>();
        long expiryNs = allocation.expiryNs();
        for (LeaseEvent event : later) {
            if (!event.life().equals(allocation.life())) {
                break;
            }
            switch (event.type()) {
                case BLOCKS_ALLOCATED -> {
                    if (!isSame(event, allocation)) {
                        return new LeaseHistory(allocation, extensions, Optional.empty(), Optional.of(event));
                    }
                }
                case BLOCKS_RELEASED, BLOCKS_EXPIRED -> {
                    return new LeaseHistory(allocation, extensions, Optional.of(event), Optional.empty());
                }
                default -> {
                    if (!Absent.is(expiryNs) && event.clockNs() < expiryNs && event.expiryNs() > expiryNs) {
                        extensions.add(event);
                        expiryNs = event.expiryNs();
                    }
                }
            }
        }
        return new LeaseHistory(allocation, extensions, Optional.empty(), Optional.empty());
    }

    /**
     * The deadline, extensions included.
     *
     * @return nanoseconds, holder clock, or absent
     */
    public long expiryNs() {
        return extensions.isEmpty()
                ? allocation.expiryNs()
                : extensions.get(extensions.size() - 1).expiryNs();
    }
}
