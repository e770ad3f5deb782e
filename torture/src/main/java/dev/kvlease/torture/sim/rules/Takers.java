package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The allocations of one life, and which of them show that a lease's blocks were given away. */
final class Takers {
    /** An allocation, and the blocks that it took from nobody who keeps them. */
    private record Allocation(LeaseEvent event, long offset, Set<Integer> exclusive) {}

    private final TreeMap<Long, Allocation> bySeq = new TreeMap<>();

    /** An allocation is consumed for the first time. */
    void take(LeaseEvent event, long offset) {
        bySeq.putIfAbsent(event.seq(), new Allocation(event, offset, exclusive(event)));
    }

    /** Those behind the shared ones of each group of which that is known; the null block is nobody's. */
    private static Set<Integer> exclusive(LeaseEvent event) {
        Set<Integer> ids = new HashSet<>();
        int[][] groups = event.blockIds().orElseThrow();
        for (int group = 0; group < Math.min(groups.length, event.sharedPrefixBlocks().length); group++) {
            for (int i = event.sharedPrefixBlocks()[group]; i < groups[group].length; i++) {
                ids.add(groups[group][i]);
            }
        }
        ids.remove(0);
        return ids;
    }

    /**
     * The first allocation of another request that took a lease's blocks while it went on.
     *
     * @param lease the lease's allocation
     * @param endSeq the seq that ended it, or a greater one than any
     * @param expiryNs its deadline, or absent
     * @param eventsNext what was consumed from this position on does not count
     */
    Optional<LeaseEvent> of(LeaseEvent lease, long endSeq, long expiryNs, long eventsNext) {
        Set<Integer> kept = new HashSet<>();
        for (int[] group : lease.blockIds().orElseThrow()) {
            for (int id : group) {
                kept.add(id);
            }
        }
        for (Map.Entry<Long, Allocation> each :
                bySeq.subMap(lease.seq(), false, endSeq, false).entrySet()) {
            LeaseEvent event = each.getValue().event();
            boolean inTime = Absent.is(expiryNs) || event.clockNs() < expiryNs;
            boolean ofAnother = !event.requestId().equals(lease.requestId());
            boolean consumed = each.getValue().offset() < eventsNext;
            if (consumed
                    && inTime
                    && ofAnother
                    && !Collections.disjoint(kept, each.getValue().exclusive())) {
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }
}
