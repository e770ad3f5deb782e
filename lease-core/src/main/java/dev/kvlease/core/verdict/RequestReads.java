package dev.kvlease.core.verdict;

import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.RequestCompanion;
import dev.kvlease.core.lease.RequestLeases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The reads of one request, by attempt; the ranks of one attempt share its id. They are linked in the order in which
 * they came, and so are the requests of a holder that have any.
 */
final class RequestReads implements RequestCompanion {
    /** Up to this many reads a search through all of them beats a map. */
    private static final int LIST_MAX = 16;

    private final RequestLeases request;
    private RequestReads before = this;
    private RequestReads after = this;

    /** The first read and the last, linked among themselves; null while there is none. */
    private TrackedRead first;

    private TrackedRead last;
    private int count;
    /** By read request id, once there are many. */
    private Map<String, List<TrackedRead>> attempts = Map.of();

    /** The first of those linked by {@link LeaseReads#next}; null if there is none. */
    private LeaseReads leases;
    /** Attempts that completed before it was known which lease they mean: their claim counts against any. */
    private Set<String> usedOfUnknownLease = Set.of();

    private List<TrackedRead> formerClaims = List.of();
    private int waiting;

    RequestReads(RequestLeases request) {
        this.request = request;
    }

    RequestLeases request() {
        return request;
    }

    /** The next request that has reads, or the list's own mark. */
    RequestReads next() {
        return after;
    }

    /** Puts this request in front of another: at the end of the list whose mark that is. */
    void linkBefore(RequestReads other) {
        before = other.before;
        after = other;
        before.after = this;
        other.before = this;
    }

    void unlink() {
        before.after = after;
        after.before = before;
        before = this;
        after = this;
    }

    /** The first read, from which {@link TrackedRead#after} leads to the others; null while there is none. */
    TrackedRead first() {
        return first;
    }

    Optional<TrackedRead> find(String reader, String readRequestId) {
        if (!attempts.isEmpty()) {
            for (TrackedRead read : ofAttempt(readRequestId)) {
                if (read.reader().equals(reader)) {
                    return Optional.of(read);
                }
            }
            return Optional.empty();
        }
        for (TrackedRead read = first; read != null; read = read.after()) {
            if (read.readRequestId().equals(readRequestId) && read.reader().equals(reader)) {
                return Optional.of(read);
            }
        }
        return Optional.empty();
    }

    List<TrackedRead> ofAttempt(String readRequestId) {
        if (!attempts.isEmpty()) {
            return attempts.getOrDefault(readRequestId, List.of());
        }
        List<TrackedRead> ranks = List.of();
        for (TrackedRead read = first; read != null; read = read.after()) {
            if (read.readRequestId().equals(readRequestId)) {
                ranks = Few.with(ranks, read);
            }
        }
        return ranks;
    }

    void addTo(List<TrackedRead> all) {
        for (TrackedRead read = first; read != null; read = read.after()) {
            all.add(read);
        }
    }

    void add(TrackedRead read) {
        read.link(this, last, null);
        if (last == null) {
            first = read;
        } else {
            last.linkAfter(read);
        }
        last = read;
        count++;
        if (!attempts.isEmpty()) {
            index(read);
        } else if (count > LIST_MAX) {
            attempts = new HashMap<>();
            for (TrackedRead each = first; each != null; each = each.after()) {
                index(each);
            }
        }
    }

    private void index(TrackedRead read) {
        attempts.computeIfAbsent(read.readRequestId(), id -> new ArrayList<>(1)).add(read);
    }

    /** Takes a read out, if it is in. */
    void remove(TrackedRead read) {
        if (read.owner() != this) {
            return;
        }
        TrackedRead left = read.before();
        TrackedRead right = read.after();
        if (left == null) {
            first = right;
        } else {
            left.linkAfter(right);
        }
        if (right == null) {
            last = left;
        } else {
            right.linkBefore(left);
        }
        read.link(null, null, null);
        count--;
        if (attempts.isEmpty()) {
            return;
        }
        List<TrackedRead> attempt = attempts.get(read.readRequestId());
        if (attempt != null && attempt.remove(read) && attempt.isEmpty()) {
            attempts.remove(read.readRequestId());
        }
    }

    boolean isEmpty() {
        return count == 0 && formerClaims.isEmpty();
    }

    /** What is known of the reads of a lease, if anything. */
    Optional<LeaseReads> find(long leaseSeq) {
        LeaseReads lease = leases;
        while (lease != null && lease.leaseSeq() != leaseSeq) {
            lease = lease.next();
        }
        return Optional.ofNullable(lease);
    }

    LeaseReads findOrAdd(long leaseSeq) {
        Optional<LeaseReads> known = find(leaseSeq);
        if (known.isPresent()) {
            return known.get();
        }
        LeaseReads added = new LeaseReads(leaseSeq);
        added.next(leases);
        leases = added;
        return added;
    }

    /** A claim used up by a read that came before the request was forgotten last, of a lease not known then. */
    void keepClaim(TrackedRead former) {
        formerClaims = Few.with(formerClaims, former);
    }

    List<TrackedRead> formerClaims() {
        return formerClaims;
    }

    private static boolean isStillRemembered(TrackedRead former, long watermarkNs) {
        return watermarkNs - former.formerSinceNs() <= Constants.HORIZON_NS;
    }

    private static boolean countsOn(TrackedRead former, long leaseSeq) {
        return former.hasUsedUnknownLease() || former.usedLeaseSeq() == leaseSeq;
    }

    /** Whether a read that was forgotten has used a claim for the same attempt. */
    boolean hasFormerClaim(String readRequestId, long leaseSeq, long watermarkNs) {
        for (TrackedRead former : formerClaims) {
            if (former.readRequestId().equals(readRequestId)
                    && countsOn(former, leaseSeq)
                    && isStillRemembered(former, watermarkNs)) {
                return true;
            }
        }
        return false;
    }

    /** Claims that stand against a read of a lease (V10). */
    int claimsAgainst(long leaseSeq, String readRequestId, long watermarkNs) {
        Optional<LeaseReads> lease = find(leaseSeq);
        int claims = lease.isPresent() ? lease.get().claimsAgainst(readRequestId) : 0;
        claims += usedOfUnknownLease.size();
        for (TrackedRead former : formerClaims) {
            claims += countsOn(former, leaseSeq) && isStillRemembered(former, watermarkNs) ? 1 : 0;
        }
        return claims;
    }

    /**
     * An attempt uses up a claim of whichever lease it turns out to mean.
     *
     * @return false if another rank of it has done so
     */
    boolean useOfUnknownLease(String readRequestId) {
        if (usedOfUnknownLease.contains(readRequestId)) {
            return false;
        }
        usedOfUnknownLease = Few.with(usedOfUnknownLease, readRequestId);
        return true;
    }

    boolean hasUsedUnknownLease(String readRequestId) {
        return usedOfUnknownLease.contains(readRequestId);
    }

    void bindUseOfUnknownLease(String readRequestId) {
        usedOfUnknownLease = Few.without(usedOfUnknownLease, readRequestId);
    }

    boolean hasWaiting() {
        return waiting > 0;
    }

    void countWaiting(int change) {
        waiting += change;
    }
}
