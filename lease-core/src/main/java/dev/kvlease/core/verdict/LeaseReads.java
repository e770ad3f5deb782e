package dev.kvlease.core.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The open reads of one lease, and who holds its claims. */
final class LeaseReads {
    private final long leaseSeq;
    private final List<TrackedRead> open = new ArrayList<>(1);
    /** Read request id to HELD or USED. */
    private final Map<String, Claim> claims = new HashMap<>(2);

    private int used;

    LeaseReads(long leaseSeq) {
        this.leaseSeq = leaseSeq;
    }

    long leaseSeq() {
        return leaseSeq;
    }

    List<TrackedRead> open() {
        return open;
    }

    boolean isOpen(String readRequestId) {
        for (TrackedRead read : open) {
            if (read.readRequestId().equals(readRequestId)) {
                return true;
            }
        }
        return false;
    }

    /** Claims that stand against a read: all but its own one while that is only held. */
    int claimsAgainst(String readRequestId) {
        return claims.get(readRequestId) == Claim.HELD ? claims.size() - 1 : claims.size();
    }

    boolean hasUsed(String readRequestId) {
        return claims.get(readRequestId) == Claim.USED;
    }

    void hold(String readRequestId) {
        claims.putIfAbsent(readRequestId, Claim.HELD);
    }

    /** Uses a claim up for good; beyond the lease's number of reads one more makes no difference and is not kept. */
    boolean useUp(String readRequestId, long maxReads) {
        if (used >= maxReads || hasUsed(readRequestId)) {
            return false;
        }
        claims.put(readRequestId, Claim.USED);
        used++;
        return true;
    }

    /** Gives a held claim back. */
    boolean giveBack(String readRequestId) {
        return claims.remove(readRequestId, Claim.HELD);
    }
}
