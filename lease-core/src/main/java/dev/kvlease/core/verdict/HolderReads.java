package dev.kvlease.core.verdict;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.lease.RequestCompanion;
import dev.kvlease.core.lease.RequestLeases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The reads of the current life of a holder: who was told READABLE, who holds claims, what was completed. */
public final class HolderReads {
    private final ReadChanges changes;
    private final OpenReads open = new OpenReads();

    /** Before the first request that has reads and behind the last; it has none itself. */
    private RequestReads requests = newRequestList();

    /**
     * No reads.
     *
     * @param changes learns what changes
     */
    public HolderReads(ReadChanges changes) {
        this.changes = changes;
    }

    private static RequestReads newRequestList() {
        return new RequestReads(RequestLeases.none());
    }

    private RequestReads findOrAdd(RequestLeases request) {
        Optional<RequestReads> known = KnownReads.of(request);
        if (known.isPresent()) {
            return known.get();
        }
        RequestReads added = new RequestReads(request);
        added.linkBefore(requests);
        request.accompany(added);
        return added;
    }

    private static void remove(RequestReads request) {
        request.unlink();
        request.request().accompany(RequestCompanion.NONE);
    }

    private static TrackedRead findOrAdd(RequestReads request, String reader, String readRequestId) {
        Optional<TrackedRead> known = request.find(reader, readRequestId);
        if (known.isPresent()) {
            return known.get();
        }
        TrackedRead added = new TrackedRead(reader, request.request().requestId(), readRequestId);
        request.add(added);
        return added;
    }

    /**
     * A read is told READABLE by V16 or V19: it is open, and its attempt holds a claim.
     *
     * @param readable the verdict
     * @param lease the lease it is about
     */
    public void tell(Verdict readable, Lease lease) {
        RequestReads request = findOrAdd(lease.request());
        TrackedRead read = findOrAdd(request, readable.reader(), readable.readRequestId());
        open.close(read);
        read.tell(readable);
        LeaseReads ofLease = request.findOrAdd(lease.seq());
        open.add(read, ofLease);
        if (!Absent.is(lease.maxReads())) {
            ofLease.hold(read.readRequestId());
            read.hold(lease.seq());
        }
        changes.readChanged(read);
    }

    /**
     * The reads that are open.
     *
     * @return a view, which changes with them
     */
    public OpenReads open() {
        return open;
    }

    /**
     * An open read is revoked.
     *
     * @param read the read
     * @param revocation what its reader is told
     */
    public void revoke(TrackedRead read, Verdict revocation) {
        open.close(read);
        read.revoke(revocation);
        changes.readChanged(read);
    }

    /**
     * A read was declined or failed: it ends, and its attempt gives its claim back unless another read of the attempt
     * is open.
     *
     * @param of its request
     * @param reader the reader
     * @param readRequestId the read
     * @param leaseSeq the lease it means, or absent
     */
    public void notCompleted(RequestLeases of, String reader, String readRequestId, long leaseSeq) {
        Optional<RequestReads> known = KnownReads.of(of);
        if (known.isEmpty()) {
            return;
        }
        RequestReads request = known.get();
        Optional<TrackedRead> read = request.find(reader, readRequestId);
        if (read.isPresent()) {
            open.close(read.get());
            read.get().end();
            dropHeld(read.get(), leaseSeq);
            forgetUnlessKept(read.get(), request);
        }
        Optional<LeaseReads> lease = request.find(leaseSeq);
        boolean givenBack = lease.isPresent()
                && !lease.get().isOpen(readRequestId)
                && lease.get().giveBack(readRequestId);
        if (givenBack) {
            for (TrackedRead other : List.copyOf(request.ofAttempt(readRequestId))) {
                dropHeld(other, leaseSeq);
                forgetUnlessKept(other, request);
            }
        }
        if (request.isEmpty()) {
            remove(request);
        }
    }

    private static void dropHeld(TrackedRead read, long leaseSeq) {
        if (read.heldLeaseSeq() == leaseSeq) {
            read.hold(Absent.LONG);
        }
    }

    private void forgetUnlessKept(TrackedRead read, RequestReads request) {
        if (!read.isKept()) {
            request.remove(read);
        }
        changes.readChanged(read);
    }

    /**
     * A read has ended, and nothing else follows from it.
     *
     * @param read the read
     */
    public void ended(TrackedRead read) {
        RequestReads request = read.owner();
        open.close(read);
        read.end();
        forgetUnlessKept(read, request);
    }

    /**
     * A read was completed: it ends and uses its claim up for good.
     *
     * @param of its request
     * @param reader the reader
     * @param readRequestId the read
     * @param leaseSeq the lease it means, or absent
     * @param lease that lease, if it is known
     * @param watermarkNs the watermark now
     * @return the read; nothing if it had been completed before
     */
    public Optional<TrackedRead> completed(
            RequestLeases of,
            String reader,
            String readRequestId,
            long leaseSeq,
            Optional<Lease> lease,
            long watermarkNs) {
        RequestReads request = findOrAdd(of);
        TrackedRead read = findOrAdd(request, reader, readRequestId);
        open.close(read);
        read.end();
        boolean again = read.isCompleted();
        if (!again) {
            read.complete(watermarkNs);
            useUp(read, request, leaseSeq, lease, watermarkNs);
        }
        changes.readChanged(read);
        return again ? Optional.empty() : Optional.of(read);
    }

    private void useUp(TrackedRead read, RequestReads request, long leaseSeq, Optional<Lease> lease, long watermarkNs) {
        boolean usedBefore = request.hasFormerClaim(read.readRequestId(), leaseSeq, watermarkNs);
        if (Absent.is(leaseSeq)) {
            if (!usedBefore && request.useOfUnknownLease(read.readRequestId())) {
                read.useUnknownLease();
            }
            return;
        }
        for (TrackedRead rank : request.ofAttempt(read.readRequestId())) {
            if (rank.heldLeaseSeq() == leaseSeq) {
                rank.hold(Absent.LONG);
                changes.readChanged(rank);
            }
        }
        boolean usedElsewhere = usedBefore || request.hasUsedUnknownLease(read.readRequestId());
        if (request.findOrAdd(leaseSeq).useUp(read.readRequestId(), usedElsewhere, readsAllowed(lease))) {
            read.use(leaseSeq);
        }
    }

    /** A lease without a number of reads keeps no claims; one that is not known yet may have any. */
    private static long readsAllowed(Optional<Lease> lease) {
        return lease.isPresent() ? lease.get().maxReads() : Long.MAX_VALUE;
    }

    /**
     * A completed read waits for judgement.
     *
     * @param read the read
     * @param completion what was reported
     */
    public void await(TrackedRead read, Completion completion) {
        read.await(completion);
        read.owner().countWaiting(1);
        changes.readChanged(read);
    }

    /**
     * A read has been judged; a completed read of which it was not known which lease it means, means the one given.
     *
     * @param read the read
     * @param current the request's current lease
     */
    public void judged(TrackedRead read, Optional<Lease> current) {
        RequestReads request = read.owner();
        if (read.hasUsedUnknownLease() && current.isPresent()) {
            request.bindUseOfUnknownLease(read.readRequestId());
            long leaseSeq = current.get().seq();
            boolean counts = request.findOrAdd(leaseSeq).useOneMore(read.readRequestId(), readsAllowed(current));
            read.use(counts ? leaseSeq : Absent.LONG);
        }
        request.countWaiting(-1);
        read.judged();
        changes.readChanged(read);
    }

    /**
     * Forgets the reads of a request with its leases.
     *
     * @param of the request
     * @return those that had been completed, or whose reader may not have heard the last word
     */
    public List<TrackedRead> forget(RequestLeases of) {
        Optional<RequestReads> known = KnownReads.of(of);
        if (known.isEmpty()) {
            return List.of();
        }
        remove(known.get());
        List<TrackedRead> remembered = List.of();
        for (TrackedRead read = known.get().first(); read != null; read = read.after()) {
            drop(read);
            if (!isForgotten(read)) {
                remembered = Few.with(remembered, read);
            }
        }
        return remembered;
    }

    /**
     * Goes on counting a claim that a read of a forgotten request has used up, until the read is forgotten too.
     *
     * @param former the read
     * @param of its request, begun anew
     */
    public void keepClaim(TrackedRead former, RequestLeases of) {
        findOrAdd(of).keepClaim(former);
    }

    /**
     * Forgets all reads with their life.
     *
     * @return those that had been completed, or whose reader may not have heard the last word, of which that is still to be
     *     remembered
     */
    public List<TrackedRead> forgetAll() {
        List<TrackedRead> remembered = drop(all());
        for (RequestReads request = requests.next(); request != requests; request = request.next()) {
            request.request().accompany(RequestCompanion.NONE);
        }
        requests = newRequestList();
        open.clear();
        return remembered;
    }

    private List<TrackedRead> drop(List<TrackedRead> reads) {
        reads.forEach(this::drop);
        reads.removeIf(HolderReads::isForgotten);
        return reads;
    }

    private void drop(TrackedRead read) {
        open.close(read);
        read.drop();
        changes.readChanged(read);
    }

    private static boolean isForgotten(TrackedRead read) {
        return !read.isCompleted() && read.lastWord().isEmpty();
    }

    /**
     * All reads that anything is remembered of.
     *
     * @return a copy
     */
    public List<TrackedRead> all() {
        List<TrackedRead> all = new ArrayList<>();
        for (RequestReads request = requests.next(); request != requests; request = request.next()) {
            request.addTo(all);
        }
        return all;
    }

    /**
     * Gives back one read; its indexes are whole at once.
     *
     * @param read the read
     * @param of its request
     */
    public void restore(TrackedRead read, RequestLeases of) {
        RequestReads request = findOrAdd(of);
        request.add(read);
        if (read.isOpen()) {
            open.add(read, request.findOrAdd(read.leaseSeq()));
        }
        if (read.isWaiting()) {
            request.countWaiting(1);
        }
        if (!Absent.is(read.heldLeaseSeq())) {
            request.findOrAdd(read.heldLeaseSeq()).hold(read.readRequestId());
        }
        if (!Absent.is(read.usedLeaseSeq())) {
            request.findOrAdd(read.usedLeaseSeq()).restoreUsed(read.readRequestId());
        }
        if (read.hasUsedUnknownLease()) {
            request.useOfUnknownLease(read.readRequestId());
        }
    }
}
