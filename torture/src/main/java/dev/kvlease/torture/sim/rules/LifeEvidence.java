package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** What the events of one life of a holder have said. */
public final class LifeEvidence {
    private final Map<String, RequestEvidence> requests = new HashMap<>();
    private final TreeSet<Long> missing = new TreeSet<>();
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
        if (!event.requestId().isEmpty()) {
            requests.computeIfAbsent(event.requestId(), id -> new RequestEvidence())
                    .take(event, offset);
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
     * Whether an event above a seq has not come, although a later one has.
     *
     * @param seq a seq
     * @return true if one is missing
     */
    public boolean missingAbove(long seq) {
        return missing.higher(seq) != null;
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
