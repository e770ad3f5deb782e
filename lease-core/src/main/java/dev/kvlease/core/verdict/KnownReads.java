package dev.kvlease.core.verdict;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.lease.RequestLeases;
import java.util.List;
import java.util.Optional;

/** What is known of the reads of a request or a lease; asking changes nothing. */
public final class KnownReads {
    private KnownReads() {}

    static Optional<RequestReads> of(RequestLeases request) {
        return request.companion() instanceof RequestReads reads ? Optional.of(reads) : Optional.empty();
    }

    /**
     * Finds a read.
     *
     * @param request its request
     * @param reader the reader
     * @param readRequestId the read
     * @return the read, if anything of it is remembered
     */
    public static Optional<TrackedRead> find(RequestLeases request, String reader, String readRequestId) {
        Optional<RequestReads> reads = of(request);
        return reads.isPresent() ? reads.get().find(reader, readRequestId) : Optional.empty();
    }

    /**
     * The request of a read that is remembered among those of the current life.
     *
     * @param read the read, not a former one
     * @return its request
     */
    public static RequestLeases requestOf(TrackedRead read) {
        return read.owner().request();
    }

    /** Claims that stand against a read of a lease (V10). */
    static int claimsAgainst(Lease lease, String readRequestId, long watermarkNs) {
        Optional<RequestReads> request = of(lease.request());
        return request.isPresent() ? request.get().claimsAgainst(lease.seq(), readRequestId, watermarkNs) : 0;
    }

    /** Other open reads of a lease (V11). */
    static int openOthers(Lease lease, String reader, String readRequestId) {
        List<TrackedRead> open = openIn(lease);
        for (TrackedRead read : open) {
            if (read.readRequestId().equals(readRequestId) && read.reader().equals(reader)) {
                return open.size() - 1;
            }
        }
        return open.size();
    }

    private static List<TrackedRead> openIn(Lease lease) {
        Optional<RequestReads> request = of(lease.request());
        if (request.isEmpty()) {
            return List.of();
        }
        Optional<LeaseReads> reads = request.get().find(lease.seq());
        return reads.isPresent() ? reads.get().open() : List.of();
    }

    /**
     * The open reads of a lease.
     *
     * @param lease the lease
     * @return a copy
     */
    public static List<TrackedRead> openOf(Lease lease) {
        return lease.request().hasOpenReads() ? List.copyOf(openIn(lease)) : List.of();
    }

    /**
     * The lease that an outcome means: the one it names, else that of its open read, else the current one.
     *
     * @param namedSeq the lease the outcome names, or absent
     * @param read the read, if anything of it is remembered
     * @param current the request's current lease
     * @return the allocation's seq, or absent if that is only known when it is judged
     */
    public static long meantLease(long namedSeq, Optional<TrackedRead> read, Optional<Lease> current) {
        if (!Absent.is(namedSeq)) {
            return namedSeq;
        }
        if (read.isPresent() && read.get().isOpen()) {
            return read.get().openOn().leaseSeq();
        }
        return current.isPresent() ? current.get().seq() : Absent.LONG;
    }

    /**
     * Tells whether a read of a request waits for judgement.
     *
     * @param request the request
     * @return true if one does
     */
    public static boolean hasWaiting(RequestLeases request) {
        return request.companion() instanceof RequestReads reads && reads.hasWaiting();
    }

    /**
     * Tells whether a read has used up a claim of a lease that is not known: its allocation may still come, also when the
     * request has been forgotten since.
     *
     * @param read a completed read
     * @param of its request
     * @return true if the claim would be lost with the request
     */
    public static boolean claimsUnknownLease(TrackedRead read, RequestLeases of) {
        return read.hasUsedUnknownLease()
                || (!Absent.is(read.usedLeaseSeq())
                        && of.bySeq(read.usedLeaseSeq()).isEmpty());
    }

    /**
     * Claims used up by reads that came before the request was forgotten last.
     *
     * @param of the request
     * @return the reads
     */
    public static List<TrackedRead> formerClaims(RequestLeases of) {
        boolean any = of.companion() instanceof RequestReads reads
                && !reads.formerClaims().isEmpty();
        return any ? List.copyOf(of(of).orElseThrow().formerClaims()) : List.of();
    }
}
