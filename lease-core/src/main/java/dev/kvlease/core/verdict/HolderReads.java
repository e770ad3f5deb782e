package dev.kvlease.core.verdict;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.lease.RequestCompanion;
import dev.kvlease.core.lease.RequestLeases;
import dev.kvlease.core.state.StateReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The reads of the current life of a holder: who was told READABLE, who holds claims, what was completed. */
public final class HolderReads {
    private final ReadChanges changes;
    /** Readers that have had an open read; there are as many as clocks. */
    private final Map<String, ReaderReads> readers = new HashMap<>();
    /** Before the first reader that has open reads and behind the last. */
    private ReaderReads openReaders = new ReaderReads();
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

    private static Optional<RequestReads> of(RequestLeases request) {
        return request.companion() instanceof RequestReads reads ? Optional.of(reads) : Optional.empty();
    }

    private RequestReads findOrAdd(RequestLeases request) {
        Optional<RequestReads> known = of(request);
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
     * @param watermarkNs the watermark now
     */
    public void tell(Verdict readable, Lease lease, long watermarkNs) {
        RequestReads request = findOrAdd(lease.request());
        TrackedRead read = findOrAdd(request, readable.reader(), readable.readRequestId());
        close(read);
        read.tell(readable, watermarkNs);
        LeaseReads ofLease = request.findOrAdd(lease.seq());
        open(read, ofLease);
        if (!Absent.is(lease.maxReads())) {
            ofLease.hold(read.readRequestId());
            read.hold(lease.seq());
        }
        changes.readChanged(read);
    }

    private void open(TrackedRead read, LeaseReads ofLease) {
        ofLease.open(read);
        ReaderReads ofReader = readers.computeIfAbsent(read.reader(), r -> new ReaderReads());
        if (ofReader.isEmpty()) {
            ofReader.linkBefore(openReaders);
        }
        ofReader.add(read);
    }

    private static void close(TrackedRead read) {
        if (!read.isOpen()) {
            return;
        }
        read.owner().findOrAdd(read.leaseSeq()).close(read);
        ReaderReads ofReader = read.openIn();
        ofReader.remove(read);
        if (ofReader.isEmpty()) {
            ofReader.unlink();
        }
    }

    /**
     * The open reads of a lease.
     *
     * @param lease the lease
     * @return a copy
     */
    public static List<TrackedRead> openOf(Lease lease) {
        return List.copyOf(openIn(lease));
    }

    /**
     * The open reads of a reader.
     *
     * @param reader the reader
     * @return a copy
     */
    public List<TrackedRead> openOfReader(String reader) {
        ReaderReads open = readers.get(reader);
        return open == null ? List.of() : open.toList();
    }

    /**
     * Tells whether the open reads of a reader are of the given life; they all are of one, by V13 and revocation.
     *
     * @param reader the reader
     * @param readerLife a life of the reader
     * @return true if there are none, or they are of that life
     */
    public boolean isOpenFor(String reader, String readerLife) {
        ReaderReads open = readers.get(reader);
        return open == null || open.isEmpty() || open.first().readerLife().equals(readerLife);
    }

    /**
     * All open reads.
     *
     * @return a copy
     */
    public List<TrackedRead> allOpen() {
        if (openReaders.next() == openReaders) {
            return List.of();
        }
        List<TrackedRead> all = new ArrayList<>();
        for (ReaderReads reader = openReaders.next(); reader != openReaders; reader = reader.next()) {
            reader.addTo(all);
        }
        return all;
    }

    /**
     * How many reads are open.
     *
     * @return a count
     */
    public int openCount() {
        return allOpen().size();
    }

    /**
     * An open read is revoked.
     *
     * @param read the read
     * @param revocation what its reader is told
     */
    public void revoke(TrackedRead read, Verdict revocation) {
        close(read);
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
     * @param of its request
     * @param reader the reader
     * @param readRequestId the read
     * @param leaseSeq the lease it means, or absent
     */
    public void notCompleted(RequestLeases of, String reader, String readRequestId, long leaseSeq) {
        Optional<RequestReads> known = of(of);
        if (known.isEmpty()) {
            return;
        }
        RequestReads request = known.get();
        Optional<TrackedRead> read = request.find(reader, readRequestId);
        if (read.isPresent()) {
            close(read.get());
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
        close(read);
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
        close(read);
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
     * Tells whether a read of a request waits for judgement.
     *
     * @param request the request
     * @return true if one does
     */
    public static boolean hasWaiting(RequestLeases request) {
        return request.companion() instanceof RequestReads reads && reads.hasWaiting();
    }

    /**
     * Forgets the reads of a request with its leases.
     *
     * @param of the request
     * @return those that had been completed, or whose reader may not have heard the last word
     */
    public List<TrackedRead> forget(RequestLeases of) {
        Optional<RequestReads> known = of(of);
        if (known.isEmpty()) {
            return List.of();
        }
        remove(known.get());
        List<TrackedRead> reads = new ArrayList<>();
        known.get().addTo(reads);
        return drop(reads);
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
     * Goes on counting a claim that a read of a forgotten request has used up, until the read is forgotten too.
     *
     * @param former the read
     * @param of its request, begun anew
     */
    public void keepClaim(TrackedRead former, RequestLeases of) {
        findOrAdd(of).keepClaim(former);
    }

    /**
     * Claims used up by reads that came before the request was forgotten last.
     *
     * @param of the request
     * @return the reads
     */
    public static List<TrackedRead> formerClaims(RequestLeases of) {
        return of.companion() instanceof RequestReads reads ? List.copyOf(reads.formerClaims()) : List.of();
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
        openReaders = new ReaderReads();
        readers.clear();
        return remembered;
    }

    private List<TrackedRead> drop(List<TrackedRead> reads) {
        for (TrackedRead read : reads) {
            close(read);
            read.drop();
            changes.readChanged(read);
        }
        reads.removeIf(read -> !read.isCompleted() && read.lastWord().isEmpty());
        return reads;
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
            open(read, request.findOrAdd(read.leaseSeq()));
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
