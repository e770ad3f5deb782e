package dev.kvlease.core.verdict;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The reads of one request, by attempt; the ranks of one attempt share its id. */
final class RequestReads {
    private final Map<String, List<TrackedRead>> attempts = new LinkedHashMap<>(4);
    private final List<LeaseReads> leases = new ArrayList<>(1);
    /** Attempts that completed before it was known which lease they mean: their claim counts against any. */
    private final Set<String> usedOfUnknownLease = new HashSet<>(0);

    private int waiting;

    Optional<TrackedRead> find(String reader, String readRequestId) {
        for (TrackedRead read : ofAttempt(readRequestId)) {
            if (read.reader().equals(reader)) {
                return Optional.of(read);
            }
        }
        return Optional.empty();
    }

    List<TrackedRead> ofAttempt(String readRequestId) {
        return attempts.getOrDefault(readRequestId, List.of());
    }

    Collection<List<TrackedRead>> byAttempt() {
        return attempts.values();
    }

    void add(TrackedRead read) {
        attempts.computeIfAbsent(read.readRequestId(), id -> new ArrayList<>(1)).add(read);
    }

    void remove(TrackedRead read) {
        List<TrackedRead> attempt = attempts.get(read.readRequestId());
        if (attempt != null && attempt.remove(read) && attempt.isEmpty()) {
            attempts.remove(read.readRequestId());
        }
    }

    boolean isEmpty() {
        return attempts.isEmpty();
    }

    LeaseReads lease(long leaseSeq) {
        for (LeaseReads lease : leases) {
            if (lease.leaseSeq() == leaseSeq) {
                return lease;
            }
        }
        LeaseReads lease = new LeaseReads(leaseSeq);
        leases.add(lease);
        return lease;
    }

    /** Claims that stand against a read of a lease (V10). */
    int claimsAgainst(long leaseSeq, String readRequestId) {
        LeaseReads lease = lease(leaseSeq);
        int claims = lease.claimsAgainst(readRequestId);
        for (String used : usedOfUnknownLease) {
            claims += lease.hasUsed(used) ? 0 : 1;
        }
        return claims;
    }

    Set<String> usedOfUnknownLease() {
        return usedOfUnknownLease;
    }

    boolean hasWaiting() {
        return waiting > 0;
    }

    void countWaiting(int change) {
        waiting += change;
    }
}
