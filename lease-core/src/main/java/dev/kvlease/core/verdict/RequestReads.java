package dev.kvlease.core.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The reads of one request, by attempt; the ranks of one attempt share its id. */
final class RequestReads {
    /** Up to this many reads a search through all of them beats a map. */
    private static final int LIST_MAX = 16;

    private final List<TrackedRead> reads = new ArrayList<>(2);
    /** By read request id, once there are many. */
    private Map<String, List<TrackedRead>> attempts = Map.of();

    private final List<LeaseReads> leases = new ArrayList<>(1);
    /** Attempts that completed before it was known which lease they mean: their claim counts against any. */
    private Set<String> usedOfUnknownLease = Set.of();

    private int waiting;

    Optional<TrackedRead> find(String reader, String readRequestId) {
        List<TrackedRead> candidates = attempts.isEmpty() ? reads : ofAttempt(readRequestId);
        for (TrackedRead read : candidates) {
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
        List<TrackedRead> ranks = new ArrayList<>(1);
        for (TrackedRead read : reads) {
            if (read.readRequestId().equals(readRequestId)) {
                ranks.add(read);
            }
        }
        return ranks;
    }

    List<TrackedRead> all() {
        return reads;
    }

    void add(TrackedRead read) {
        reads.add(read);
        if (!attempts.isEmpty()) {
            index(read);
        } else if (reads.size() > LIST_MAX) {
            attempts = new HashMap<>();
            reads.forEach(this::index);
        }
    }

    private void index(TrackedRead read) {
        attempts.computeIfAbsent(read.readRequestId(), id -> new ArrayList<>(1)).add(read);
    }

    void remove(TrackedRead read) {
        reads.remove(read);
        if (attempts.isEmpty()) {
            return;
        }
        List<TrackedRead> attempt = attempts.get(read.readRequestId());
        if (attempt != null && attempt.remove(read) && attempt.isEmpty()) {
            attempts.remove(read.readRequestId());
        }
    }

    boolean isEmpty() {
        return reads.isEmpty();
    }

    /** What is known of the reads of a lease, if anything. */
    Optional<LeaseReads> find(long leaseSeq) {
        for (LeaseReads lease : leases) {
            if (lease.leaseSeq() == leaseSeq) {
                return Optional.of(lease);
            }
        }
        return Optional.empty();
    }

    LeaseReads findOrAdd(long leaseSeq) {
        return find(leaseSeq).orElseGet(() -> {
            LeaseReads lease = new LeaseReads(leaseSeq);
            leases.add(lease);
            return lease;
        });
    }

    /** Claims that stand against a read of a lease (V10). */
    int claimsAgainst(long leaseSeq, String readRequestId) {
        Optional<LeaseReads> lease = find(leaseSeq);
        int claims = lease.isPresent() ? lease.get().claimsAgainst(readRequestId) : 0;
        for (String used : usedOfUnknownLease) {
            claims += lease.isPresent() && lease.get().hasUsed(used) ? 0 : 1;
        }
        return claims;
    }

    void useOfUnknownLease(String readRequestId) {
        if (usedOfUnknownLease.isEmpty()) {
            usedOfUnknownLease = new HashSet<>(2);
        }
        usedOfUnknownLease.add(readRequestId);
    }

    void bindUseOfUnknownLease(String readRequestId) {
        if (!usedOfUnknownLease.isEmpty()) {
            usedOfUnknownLease.remove(readRequestId);
        }
    }

    boolean hasWaiting() {
        return waiting > 0;
    }

    void countWaiting(int change) {
        waiting += change;
    }
}
