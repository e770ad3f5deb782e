package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the events of one life of a holder have said. */
public final class LifeEvidence {
    private final Map<String, RequestEvidence> requests = new HashMap<>();
    private final Takers takers = new Takers();
    private final TreeSet<Long> missing = new TreeSet<>();
    private final Set<Long> maybeSeen = new HashSet<>();
    private long supersededAt = Long.MAX_VALUE;
    private long highestSeq = -1;
    private long watermarkNs = Long.MIN_VALUE;
    private long gapSinceNs = Long.MAX_VALUE;
    private boolean lost;

    LifeEvidence() {}

    void superseded(long offset) {
        supersededAt = offset;
    }

    void take(LeaseEvent event, long offset) {
        watermarkNs = Math.max(watermarkNs, event.clockNs());
        for (long seq = highestSeq + 1; seq < event.seq(); seq++) {
            missing.add(seq);
        }
        highestSeq = Math.max(highestSeq, event.seq());
        missing.remove(event.seq());
        gapSinceNs = missing.isEmpty() ? Long.MAX_VALUE : Math.min(gapSinceNs, watermarkNs);
        lost |= gapSinceNs != Long.MAX_VALUE && watermarkNs - gapSinceNs > Constants.HORIZON_NS;
        lost |= event.clockNs() < watermarkNs - Constants.HORIZON_NS;
        if (event.type() == LeaseEventType.BLOCKS_ALLOCATED) {
            takers.take(event, offset);
        }
        if (!event.requestId().isEmpty()) {
            requests.computeIfAbsent(event.requestId(), id -> new RequestEvidence())
                    .take(event, offset);
        }
    }

    /** Nobody can say whether the event counts. */
    void mayTake(LeaseEvent event, long offset) {
        maybeSeen.add(event.seq());
        if (!event.requestId().isEmpty()) {
            requests.computeIfAbsent(event.requestId(), id -> new RequestEvidence())
                    .mayTake(event, offset);
        }
    }

    /**
     * Position of the event that started the next life.
     *
     * @return an offset, or the greatest number if there is none
     */
    public long supersededAt() {
        return supersededAt;
    }

    /**
     * What was said about a request.
     *
     * @param requestId the request
     * @return it, or empty if nothing was
     */
    public Optional<RequestEvidence> request(String requestId) {
        return Optional.ofNullable(requests.get(requestId));
    }

    /**
     * The allocation that surely shows that a lease's blocks were given away while it went on.
     *
     * @param requestId the request
     * @param leaseSeq seq of the lease's allocation
     * @param eventsNext a position in the lease events: what was consumed before it counts
     * @return the allocation, or empty if there is none, or it cannot be told for what is missing or lost
     */
    public Optional<LeaseEvent> takerOf(String requestId, long leaseSeq, long eventsNext) {
        Optional<RequestEvidence> request = request(requestId);
        if (lost || request.isEmpty() || !request.get().allocated(leaseSeq, eventsNext)) {
            return Optional.empty();
        }
        LeaseEvent lease = request.get().allocation(leaseSeq).orElseThrow();
        long endSeq =
                request.get().endOf(leaseSeq, eventsNext).map(LeaseEvent::seq).orElse(Long.MAX_VALUE);
        return takers.of(lease, endSeq, lease.expiryNs(), eventsNext)
                .filter(taker -> missing.subSet(leaseSeq, taker.seq()).isEmpty());
    }

    /**
     * Whether anything may show that a lease's blocks were given away while it went on.
     *
     * @param requestId the request
     * @param leaseSeq seq of the lease's allocation
     * @return true if anything may
     */
    public boolean mayBeTaken(String requestId, long leaseSeq) {
        Optional<RequestEvidence> request = request(requestId);
        Optional<LeaseEvent> lease = request.flatMap(known -> known.allocation(leaseSeq));
        return lost
                || (lease.isPresent()
                        && takers.of(
                                        lease.get(),
                                        Long.MAX_VALUE,
                                        request.get().latestExpiryNs(leaseSeq),
                                        Long.MAX_VALUE)
                                .isPresent());
    }

    /**
     * Whether an event above a seq may not have come, although a later one has.
     *
     * @param seq a seq
     * @return true if one may be missing
     */
    public boolean mayMissAbove(long seq) {
        return missing.higher(seq) != null;
    }

    /**
     * Whether an event above a seq has not come, although a later one has.
     *
     * @param seq a seq
     * @return true if one is missing, whatever a crash has changed
     */
    public boolean missesAbove(long seq) {
        return !maybeSeen.containsAll(missing.tailSet(seq, false));
    }

    /**
     * Whether anything was missing for so long, or came so late, that it may count as lost.
     *
     * @return true if anything ever was
     */
    public boolean lost() {
        return lost;
    }

    /**
     * The highest clock of its events.
     *
     * @return holder clock, in nanoseconds
     */
    public long watermarkNs() {
        return watermarkNs;
    }
}
