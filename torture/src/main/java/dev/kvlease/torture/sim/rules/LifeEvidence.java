package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.common.Constants;
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
            requests.computeIfAbsent(event.requestId(), id -> new RequestEvidence()).take(event, offset);
        }
    }

    /** Position of the event that started the next life, or the greatest number. */
    public long supersededAt() {
        return supersededAt;
    }

    /** What was said about a request. */
    public Optional<RequestEvidence> request(String requestId) {
        return Optional.ofNullable(requests.get(requestId));
    }

    /** All that was said about requests. */
    public Map<String, RequestEvidence> requests() {
        return requests;
    }

    /** Whether an event above a seq has not come, although a later one has. */
    public boolean missingAbove(long seq) {
        return missing.higher(seq) != null;
    }

    /** Whether anything was missing for so long, or came so late, that it may count as lost. */
    public boolean lost() {
        return lost;
    }

    /** The highest clock of its events. */
    public long watermarkNs() {
        return watermarkNs;
    }
}
