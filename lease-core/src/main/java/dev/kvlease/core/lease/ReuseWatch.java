package dev.kvlease.core.lease;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds leases whose blocks were given away ("Reuse"). A taker that cannot be judged yet, because a seq between the
 * lease and it is missing, is remembered until that changes.
 */
final class ReuseWatch {
    private final HolderLeases leases;
    /** Takers in ascending order of their seq, per lease that has any undecided. */
    private final Map<Lease, List<Taker>> undecided = new LinkedHashMap<>();

    private final Set<Lease> toCheck = new LinkedHashSet<>();
    private final List<Lease> foundNow = new ArrayList<>();
    private boolean checkAll;

    ReuseWatch(HolderLeases leases) {
        this.leases = leases;
    }

    List<Lease> foundNow() {
        return foundNow;
    }

    void startEvent() {
        foundNow.clear();
    }

    void clear() {
        undecided.clear();
        toCheck.clear();
        foundNow.clear();
        checkAll = false;
    }

    void forget(Lease lease) {
        if (!undecided.isEmpty()) {
            undecided.remove(lease);
        }
    }

    /** Indexes a new allocation: it may have taken blocks from older leases, and younger ones from it. */
    void allocated(Lease lease) {
        Blocks blocks = lease.blocks();
        leases.blockIndex().add(blocks.ids(), lease, (place, others) -> {
            if (blocks.isExclusive(place)) {
                suspectOlder(lease, others);
            }
            suspectYounger(lease, blocks.ids()[place], others);
        });
    }

    private void suspectOlder(Lease lease, Object others) {
        Taker taker = new Taker(lease.seq(), lease.clockNs(), lease.requestId());
        BlockIndex.forEachBelow(others, lease.seq(), older -> suspect(older, taker));
    }

    private void suspectYounger(Lease lease, int id, Object others) {
        BlockIndex.forEachAbove(others, lease.seq(), younger -> {
            if (younger.blocks().listsAsExclusive(id)) {
                suspect(lease, new Taker(younger.seq(), younger.clockNs(), younger.requestId()));
            }
        });
    }

    private void suspect(Lease lease, Taker taker) {
        boolean impossible = lease.requestId().equals(taker.requestId())
                || lease.isReused()
                || lease.isGap()
                || taker.seq() >= lease.endSeq();
        if (impossible) {
            return;
        }
        List<Taker> takers = undecided.computeIfAbsent(lease, l -> new ArrayList<>(1));
        if (!takers.contains(taker)) {
            takers.add(taker);
            takers.sort(Comparator.comparingLong(Taker::seq));
        }
        toCheck.add(lease);
    }

    /**
     * Decides what can be decided.
     *
     * @param fewerMissing whether a missing seq came or was given up in this event
     */
    void check(boolean fewerMissing) {
        if (fewerMissing || checkAll) {
            toCheck.addAll(undecided.keySet());
            checkAll = false;
        }
        if (toCheck.isEmpty()) {
            return;
        }
        for (Lease lease : toCheck) {
            decide(lease);
        }
        toCheck.clear();
    }

    private void decide(Lease lease) {
        List<Taker> takers = undecided.getOrDefault(lease, List.of());
        boolean over = lease.isGap() || lease.isReused();
        while (!over && !takers.isEmpty()) {
            Taker lowest = takers.get(0);
            boolean beforeEnd = lowest.seq() < lease.endSeq();
            if (beforeEnd && isOpenBetween(lease.seq(), lowest.seq())) {
                return;
            }
            boolean beforeExpiry = !lease.hasDeadline() || lowest.clockNs() < lease.expiryNs();
            if (beforeEnd && beforeExpiry) {
                lease.endWithReuse(lowest);
                foundNow.add(lease);
                leases.reused(lease);
                over = true;
            } else {
                takers.remove(0);
            }
        }
        undecided.remove(lease);
    }

    /**
     * Tells whether what lies between a lease and a taker is not all known. A crash may leave an allocation behind that
     * has not been counted as seen: what came before it comes again.
     */
    private boolean isOpenBetween(long leaseSeq, long takerSeq) {
        EventSequence sequence = leases.sequenceForReuse();
        boolean notSeenYet = takerSeq > sequence.highestSeq();
        checkAll |= notSeenYet;
        return notSeenYet || sequence.missing().anyBetween(leaseSeq, takerSeq);
    }

    /** Finds the takers again; the next event decides about them. Few blocks that are exclusive have older leases. */
    void restored(List<Lease> all) {
        for (Lease lease : all) {
            lease.blocks().forEachBlock((id, exclusive) -> {
                if (exclusive) {
                    leases.blockIndex().find(id).ifPresent(others -> suspectOlder(lease, others));
                }
            });
        }
        toCheck.clear();
        checkAll = !undecided.isEmpty();
    }
}
