package dev.kvlease.core.verdict;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.state.StateReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The reads of the current life of a holder: who was told READABLE, who holds claims, what was completed. */
public final class HolderReads {
    private final ReadChanges changes;
    private Map<String, RequestReads> requests = new LinkedHashMap<>();
    private Map<String, Set<TrackedRead>> openByReader = new LinkedHashMap<>();

    /**
     * No reads.
     *
     * @param changes learns what changes
     */
    public HolderReads(ReadChanges changes) {
        this.changes = changes;
    }

    /**
     * Finds a read.
     *
     * @param reader the reader
     * @param requestId the request
     * @param readRequestId the read
     * @return the read, if anything of it is remembered
     */
    public Optional<TrackedRead> find(String reader, String requestId, String readRequestId) {
        RequestReads request = requests.get(requestId);
        return request == null ? Optional.empty() : request.find(reader, readRequestId);
    }

    /** Claims that stand against a read of a lease (V10). */
    int claimsAgainst(Lease lease, String readRequestId) {
        RequestReads request = requests.get(lease.requestId());
        return request == null ? 0 : request.claimsAgainst(lease.seq(), readRequestId);
    }

    /** Other open reads of a lease (V11). */
    int openOthers(Lease lease, String reader, String readRequestId) {
        RequestReads request = requests.get(lease.requestId());
        if (request == null) {
            return 0;
        }
        List<TrackedRead> open = request.find(lease.seq()).map(LeaseReads::open).orElse(List.of());
        for (TrackedRead read : open) {
            if (read.reader().equals(reader) && read.readRequestId().equals(readRequestId)) {
                return open.size() - 1;
            }
        }
        return open.size();
    }

    private RequestReads request(String requestId) {
        return requests.computeIfAbsent(requestId, id -> new RequestReads());
    }

    private TrackedRead findOrAdd(RequestReads request, String reader, String requestId, String readRequestId) {
        return request.find(reader, readRequestId).orElseGet(() -> {
            TrackedRead added = new TrackedRead(reader, requestId, readRequestId);
            request.add(added);
            return added;
        });
    }

    /**
     * A read is told READABLE by V16 or V19: it is open, and its attempt holds a claim.
     *
     * @param readable the verdict
     * @param lease the lease it is about
     * @param watermarkNs the watermark now
     */
    public void tell(Verdict readable, Lease lease, long watermarkNs) {
        RequestReads request = request(readable.requestId());
        TrackedRead read = findOrAdd(request, readable.reader(), readable.requestId(), readable.readRequestId());
        close(read, request);
        read.tell(readable, watermarkNs);
        LeaseReads ofLease = request.findOrAdd(lease.seq());
        ofLease.open().add(read);
        openOf(read.reader()).add(read);
        if (!Absent.is(lease.maxReads())) {
            ofLease.hold(read.readRequestId());
            read.hold(lease.seq());
        }
        changes.readChanged(read);
    }

    private Set<TrackedRead> openOf(String reader) {
        return openByReader.computeIfAbsent(reader, r -> new LinkedHashSet<>());
    }

    private void close(TrackedRead read, RequestReads request) {
        if (!read.isOpen()) {
            return;
        }
        request.findOrAdd(read.leaseSeq()).open().remove(read);
        Set<TrackedRead> ofReader = openByReader.get(read.reader());
        ofReader.remove(read);
        if (ofReader.isEmpty()) {
            openByReader.remove(read.reader());
        }
    }

    /**
     * The open reads of a lease.
     *
     * @param lease the lease
     * @return a copy
     */
    public List<TrackedRead> openOf(Lease lease) {
        RequestReads request = requests.get(lease.requestId());
        return request == null
                ? List.of()
                : List.copyOf(request.findOrAdd(lease.seq()).open());
    }

    /**
     * The open reads of a reader.
     *
     * @param reader the reader
     * @return a copy
     */
    public List<TrackedRead> openOfReader(String reader) {
        Set<TrackedRead> open = openByReader.get(reader);
        return open == null ? List.of() : List.copyOf(open);
    }

    /**
     * Tells whether the open reads of a reader are of the given life; they all are of one, by V13 and revocation.
     *
     * @param reader the reader
     * @param readerLife a life of the reader
     * @return true if there are none, or they are of that life
     */
    public boolean isOpenFor(String reader, String readerLife) {
        Set<TrackedRead> open = openByReader.get(reader);
        return open == null || open.iterator().next().readerLife().equals(readerLife);
    }

    /**
     * All open reads.
     *
     * @return a copy
     */
    public List<TrackedRead> allOpen() {
        if (openByReader.isEmpty()) {
            return List.of();
        }
        List<TrackedRead> all = new ArrayList<>();
        openByReader.values().forEach(all::addAll);
        return all;
    }

    /**
     * An open read is revoked.
     *
     * @param read the read
     * @param revocation what its reader is told
     */
    public void revoke(TrackedRead read, Verdict revocation) {
        close(read, requests.get(read.requestId()));
        read.revoke(revocation);
        changes.readChanged(read);
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
            return read.get().leaseSeq();
        }
        return current.map(Lease::seq).orElse(Absent.LONG);
    }

    /**
     * A read was declined or failed: it ends, and its attempt gives its claim back unless another read of the attempt
     * is open.
     *
     * @param reader the reader
     * @param requestId the request
     * @param readRequestId the read
     * @param leaseSeq the lease it means, or absent
     */
    public void notCompleted(String reader, String requestId, String readRequestId, long leaseSeq) {
        RequestReads request = requests.get(requestId);
        if (request == null) {
            return;
        }
        Optional<TrackedRead> read = request.find(reader, readRequestId);
        if (read.isPresent()) {
            close(read.get(), request);
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
            requests.remove(requestId);
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
        RequestReads request = requests.get(read.requestId());
        close(read, request);
        read.end();
        forgetUnlessKept(read, request);
    }

    /**
     * A read was completed: it ends and uses its claim up for good.
     *
     * @param reader the reader
     * @param requestId the request
     * @param readRequestId the read
     * @param leaseSeq the lease it means, or absent
     * @param lease that lease, if it is known
     * @param watermarkNs the watermark now
     * @return the read; nothing if it had been completed before
     */
    public Optional<TrackedRead> completed(
            String reader,
            String requestId,
            String readRequestId,
            long leaseSeq,
            Optional<Lease> lease,
            long watermarkNs) {
        RequestReads request = request(requestId);
        TrackedRead read = findOrAdd(request, reader, requestId, readRequestId);
        close(read, request);
        read.end();
        boolean again = read.isCompleted();
        if (!again) {
            read.complete(watermarkNs);
            useUp(read, request, leaseSeq, lease);
        }
        changes.readChanged(read);
        return again ? Optional.empty() : Optional.of(read);
    }

    private void useUp(TrackedRead read, RequestReads request, long leaseSeq, Optional<Lease> lease) {
        if (Absent.is(leaseSeq)) {
            request.useOfUnknownLease(read.readRequestId());
            read.useUnknownLease();
            return;
        }
        for (TrackedRead rank : request.ofAttempt(read.readRequestId())) {
            if (rank.heldLeaseSeq() == leaseSeq) {
                rank.hold(Absent.LONG);
                changes.readChanged(rank);
            }
        }
        if (request.findOrAdd(leaseSeq).useUp(read.readRequestId(), readsAllowed(lease))) {
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
        requests.get(read.requestId()).countWaiting(1);
        changes.readChanged(read);
    }

    /**
     * A read has been judged; a completed read of which it was not known which lease it means, means the one given.
     *
     * @param read the read
     * @param current the request's current lease
     */
    public void judged(TrackedRead read, Optional<Lease> current) {
        RequestReads request = requests.get(read.requestId());
        if (Absent.is(read.completion().leaseSeq()) && current.isPresent()) {
            request.bindUseOfUnknownLease(read.readRequestId());
            long leaseSeq = current.get().seq();
            boolean counts = request.findOrAdd(leaseSeq).bindUsed(read.readRequestId(), readsAllowed(current));
            read.use(counts ? leaseSeq : Absent.LONG);
        }
        request.countWaiting(-1);
        read.judged();
        changes.readChanged(read);
    }

    /**
     * Tells whether a read of a request waits for judgement.
     *
     * @param requestId the request
     * @return true if one does
     */
    public boolean hasWaiting(String requestId) {
        RequestReads request = requests.get(requestId);
        return request != null && request.hasWaiting();
    }

    /**
     * Forgets the reads of a request with its leases.
     *
     * @param requestId the request
     * @return those that had been completed, or whose reader may not have heard the last word
     */
    public List<TrackedRead> forget(String requestId) {
        RequestReads request = requests.remove(requestId);
        if (request == null) {
            return List.of();
        }
        List<TrackedRead> remembered = new ArrayList<>();
        for (TrackedRead read : request.all()) {
            close(read, request);
            read.drop();
            changes.readChanged(read);
            if (read.isCompleted() || read.lastWord().isPresent()) {
                remembered.add(read);
            }
        }
        return remembered;
    }

    /**
     * Forgets all reads with their life.
     *
     * @return those that had been completed, or whose reader may not have heard the last word, of which that is still to be
     *     remembered
     */
    public List<TrackedRead> forgetAll() {
        List<TrackedRead> remembered = new ArrayList<>();
        for (TrackedRead read : all()) {
            read.drop();
            changes.readChanged(read);
            if (read.isCompleted() || read.lastWord().isPresent()) {
                remembered.add(read);
            }
        }
        requests = new LinkedHashMap<>();
        openByReader = new LinkedHashMap<>();
        return remembered;
    }

    /**
     * All reads that anything is remembered of.
     *
     * @return a copy
     */
    public List<TrackedRead> all() {
        List<TrackedRead> all = new ArrayList<>();
        for (RequestReads request : requests.values()) {
            all.addAll(request.all());
        }
        return all;
    }

    /**
     * Gives back one read; its indexes are whole at once.
     *
     * @param read the read
     */
    public void restore(TrackedRead read) {
        RequestReads request = request(read.requestId());
        request.add(read);
        if (read.isOpen()) {
            request.findOrAdd(read.leaseSeq()).open().add(read);
            openOf(read.reader()).add(read);
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

    /**
     * Reads an entry that {@link TrackedRead#write} wrote.
     *
     * @param holder the holder
     * @param reader the reader
     * @param requestId the request
     * @param readRequestId the read
     * @param in the entry
     * @return the read
     */
    public static TrackedRead readEntry(
            String holder, String reader, String requestId, String readRequestId, StateReader in) {
        return TrackedRead.read(holder, reader, requestId, readRequestId, in);
    }
}
