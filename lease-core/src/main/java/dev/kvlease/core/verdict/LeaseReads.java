package dev.kvlease.core.verdict;

import java.util.List;
import java.util.Set;

/**
 * The open reads of one lease, and its claims: held ones, one per attempt, and used ones, which count for good, also
 * against the attempt that used them.
 */
final class LeaseReads {
    private final long leaseSeq;
    /** Further leases of the request that have reads; null behind the last, of which there is mostly one. */
    private LeaseReads next;
    /** These are made when there is one: most leases are never read by two at once, and have no claims. */
    private List<TrackedRead> open = List.of();

    private Set<String> heldBy = Set.of();

    private Set<String> usedBy = Set.of();

    private int used;

    LeaseReads(long leaseSeq) {
        this.leaseSeq = leaseSeq;
    }

    long leaseSeq() {
        return leaseSeq;
    }

    LeaseReads next() {
        return next;
    }

    void next(LeaseReads further) {
        next = further;
    }

    List<TrackedRead> open() {
        return open;
    }

    void open(TrackedRead read) {
        open = Few.with(open, read);
    }

    void close(TrackedRead read) {
        open = Few.without(open, read);
    }

    boolean isOpen(String readRequestId) {
        for (TrackedRead read : open) {
            if (read.readRequestId().equals(readRequestId)) {
                return true;
            }
        }
        return false;
    }

    /** Claims that stand against a read: all but the one that its own attempt holds. */
    int claimsAgainst(String readRequestId) {
        return used + heldBy.size() - (heldBy.contains(readRequestId) ? 1 : 0);
    }

    boolean hasUsed(String readRequestId) {
        return usedBy.contains(readRequestId);
    }

    void hold(String readRequestId) {
        heldBy = Few.with(heldBy, readRequestId);
    }

    /**
     * Uses a claim up: the one held, or one more. A further rank of an attempt that has used its claim uses none, and
     * beyond the lease's number of reads one more makes no difference and is not kept.
     *
     * @param usedElsewhere whether the attempt has used one that may turn out to be this lease's
     * @return true if one more claim is used
     */
    boolean useUp(String readRequestId, boolean usedElsewhere, long maxReads) {
        boolean held = giveBack(readRequestId);
        boolean used = usedElsewhere || hasUsed(readRequestId);
        return (held || !used) && useOneMore(readRequestId, maxReads);
    }

    /**
     * Uses one more claim up, as one does that was used before it was known of which lease; held ones are another matter.
     *
     * @return true if one more claim is used
     */
    boolean useOneMore(String readRequestId, long maxReads) {
        if (used >= maxReads) {
            return false;
        }
        restoreUsed(readRequestId);
        return true;
    }

    void restoreUsed(String readRequestId) {
        usedBy = Few.with(usedBy, readRequestId);
        used++;
    }

    /** Gives a held claim back. */
    boolean giveBack(String readRequestId) {
        if (!heldBy.contains(readRequestId)) {
            return false;
        }
        heldBy = Few.without(heldBy, readRequestId);
        return true;
    }
}
