package dev.kvlease.core.lease;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.state.Journaled;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The leases of one request: a function of the set of its events, not of their order ("A request's leases").
 *
 * <p>An extension is settled, and not kept any longer, once no event between its allocation and itself is missing.
 */
public final class RequestLeases extends Journaled {
    private static final LeaseEnd[] NO_ENDS = {};
    private static final Extension[] NO_EXTENSIONS = {};

    private final String requestId;
    private final int hash;
    /** The next in the chain of {@link RequestTable}; null behind the last. */
    private RequestLeases nextInTable;
    /** The lease with the highest seq, which leads to the {@link Lease#earlier} ones; null while there is none. */
    private Lease latest;
    /** In ascending order of their seq, and as long as there are ends: most requests have one. */
    private LeaseEnd[] ends = NO_ENDS;
    /** In ascending order of their seq, and as long as there are such extensions. */
    private Extension[] unsettled = NO_EXTENSIONS;

    private RequestCompanion companion = RequestCompanion.NONE;
    private long orphanClockNs = Absent.LONG;
    private long highestClockNs = Absent.LONG;
    private long forgetBaseNs = Absent.LONG;
    private long queuedAtNs = Absent.LONG;
    /** No fewer than the leases that stand or keep their blocks. */
    private int kept;

    /** How many reads of it are open: a lease that ends looks at its reads only where there is one. */
    private int openReads;

    private boolean endless;
    private boolean forgotten;

    RequestLeases(String requestId) {
        this.requestId = requestId;
        this.hash = requestId.hashCode();
    }

    /**
     * No request, for what marks the end of a list.
     *
     * @return a request without an id
     */
    public static RequestLeases none() {
        return new RequestLeases("");
    }

    /**
     * The request.
     *
     * @return its id
     */
    public String requestId() {
        return requestId;
    }

    /**
     * The current lease: the one with the highest allocation seq.
     *
     * @return the lease, or nothing while no allocation is known
     */
    public Optional<Lease> current() {
        return Optional.ofNullable(latest);
    }

    /**
     * The lease of one allocation.
     *
     * @param seq the allocation's seq
     * @return the lease, if it is known
     */
    public Optional<Lease> bySeq(long seq) {
        Lease lease = atOrBelow(seq);
        return lease != null && lease.seq() == seq ? Optional.of(lease) : Optional.empty();
    }

    /**
     * All leases known, in ascending order of their seq.
     *
     * @return a copy
     */
    public List<Lease> all() {
        List<Lease> all = new ArrayList<>(1);
        for (Lease lease = latest; lease != null; lease = lease.earlier()) {
            all.add(lease);
        }
        Collections.reverse(all);
        return all;
    }

    /** The current lease, from which {@link Lease#earlier} leads to the others; null while there is none. */
    Lease latest() {
        return latest;
    }

    int hash() {
        return hash;
    }

    boolean isCalled(int idHash, String id) {
        return hash == idHash && requestId.equals(id);
    }

    RequestLeases nextInTable() {
        return nextInTable;
    }

    void nextInTable(RequestLeases next) {
        nextInTable = next;
    }

    /**
     * What somebody else remembers of this request.
     *
     * @return what was given last, or {@link RequestCompanion#NONE}
     */
    public RequestCompanion companion() {
        return companion;
    }

    /**
     * Takes what somebody else remembers of this request.
     *
     * @param newCompanion what is remembered, or {@link RequestCompanion#NONE}
     */
    public void accompany(RequestCompanion newCompanion) {
        companion = newCompanion;
    }

    /**
     * Tells whether any read of it is open.
     *
     * @return true if one is
     */
    public boolean hasOpenReads() {
        return openReads > 0;
    }

    /**
     * A read of it is open now, or is not any more.
     *
     * @param change 1 or -1
     */
    public void countOpenReads(int change) {
        openReads += change;
    }

    /**
     * Tells whether this request is not remembered any more.
     *
     * @return true once it has been forgotten
     */
    public boolean isForgotten() {
        return forgotten;
    }

    void forget() {
        forgotten = true;
    }

    /** Without a lease, what keeps the request remembered: the clock of an event or the watermark at an outcome. */
    void touch(long clockNs) {
        orphanClockNs = Math.max(orphanClockNs, clockNs);
        rebase();
    }

    /** Whether a lease of it may stand or keep its blocks. */
    boolean keepsAny() {
        return kept > 0;
    }

    void countKept(int change) {
        kept += change;
    }

    /** "Forgetting": the highest expiry and event clock of its leases. */
    long forgetBaseNs() {
        return forgetBaseNs;
    }

    /** What forgetting needs is kept here: leases are not touched for it, which few have been for long. */
    private void rebase() {
        forgetBaseNs = latest == null ? orphanClockNs : highestClockNs;
        for (Lease lease = latest; lease != null; lease = lease.earlier()) {
            forgetBaseNs = Math.max(forgetBaseNs, lease.expiryNs());
        }
        endless = latest != null && !latest.hasDeadline();
    }

    /** "Forgetting": a request whose current lease has no deadline is kept until its end. */
    boolean isEndless() {
        return endless && !latest.isEnded();
    }

    long queuedAtNs() {
        return queuedAtNs;
    }

    void queuedAt(long atNs) {
        queuedAtNs = atNs;
    }

    /** The lease with the highest seq that is not above the given one; null if all are. */
    private Lease atOrBelow(long seq) {
        Lease lease = latest;
        while (lease != null && lease.seq() > seq) {
            lease = lease.earlier();
        }
        return lease;
    }

    private void link(Lease below, Lease lease) {
        if (below == latest) {
            latest = lease;
        } else {
            Lease above = latest;
            while (above.earlier() != below) {
                above = above.earlier();
            }
            above.linkEarlier(lease);
        }
        lease.linkEarlier(below);
    }

    /**
     * Adds an allocation.
     *
     * @return the lease that is new, or nothing if it was known
     */
    Optional<Lease> allocate(LeaseEvent event, Blocks blocks, MissingRanges missing, long offset) {
        Lease below = atOrBelow(event.seq());
        if (below != null && below.seq() == event.seq()) {
            touch(below, event.clockNs(), offset);
            rebase();
            return Optional.empty();
        }
        Lease lease = new Lease(this, event.seq(), event.clockNs(), event.expiryNs(), event.maxReads(), blocks);
        link(below, lease);
        kept++;
        touch(lease, event.clockNs(), offset);
        if (below != null) {
            recompute(below, missing);
        }
        recompute(lease, missing);
        rebase();
        return Optional.of(lease);
    }

    private void touch(Lease lease, long clockNs, long offset) {
        sawClock(clockNs);
        lease.touchedBy(offset);
    }

    private void sawClock(long clockNs) {
        highestClockNs = Math.max(highestClockNs, clockNs);
    }

    void extend(LeaseEvent event, MissingRanges missing, long offset) {
        Lease owner = touchOwner(event, offset);
        boolean settled = owner != null && event.seq() <= owner.settledSeq();
        if (!settled && addExtension(new Extension(event.seq(), event.clockNs(), event.expiryNs())) && owner != null) {
            recompute(owner, missing);
        }
        rebase();
    }

    void end(LeaseEvent event, MissingRanges missing, long offset) {
        Lease owner = touchOwner(event, offset);
        boolean released = event.type() == LeaseEventType.BLOCKS_RELEASED;
        boolean readCompleted = released && event.reason().equals(LeaseEvent.READ_COMPLETED);
        if (addEnd(new LeaseEnd(event.seq(), event.clockNs(), released, readCompleted)) && owner != null) {
            recompute(owner, missing);
        }
        rebase();
    }

    /** Adds an end, unless one of its seq is known. */
    private boolean addEnd(LeaseEnd end) {
        int at = ends.length;
        while (at > 0 && ends[at - 1].seq() >= end.seq()) {
            at--;
            if (ends[at].seq() == end.seq()) {
                return false;
            }
        }
        LeaseEnd[] more = Arrays.copyOf(ends, ends.length + 1);
        System.arraycopy(ends, at, more, at + 1, ends.length - at);
        more[at] = end;
        ends = more;
        return true;
    }

    /** Adds an extension, unless one of its seq is known. */
    private boolean addExtension(Extension extension) {
        int at = unsettled.length;
        while (at > 0 && unsettled[at - 1].seq() >= extension.seq()) {
            at--;
            if (unsettled[at].seq() == extension.seq()) {
                return false;
            }
        }
        Extension[] more = Arrays.copyOf(unsettled, unsettled.length + 1);
        System.arraycopy(unsettled, at, more, at + 1, unsettled.length - at);
        more[at] = extension;
        unsettled = more;
        return true;
    }

    private Lease touchOwner(LeaseEvent event, long offset) {
        Lease owner = atOrBelow(event.seq());
        if (owner != null) {
            touch(owner, event.clockNs(), offset);
        } else {
            touch(event.clockNs());
        }
        return owner;
    }

    /** Computes one lease from the events between its allocation and the next. */
    private void recompute(Lease lease, MissingRanges missing) {
        LeaseEnd lowest = LeaseEnd.NONE;
        for (LeaseEnd end : ends) {
            if (end.seq() > lease.seq() && end.seq() < lease.nextSeq()) {
                sawClock(end.clockNs());
                lowest = lowest.isKnown() ? lowest : end;
            }
        }
        lease.endExplicitly(lowest);
        computeExpiry(lease, missing);
    }

    private void computeExpiry(Lease lease, MissingRanges missing) {
        long expiryNs = lease.settledExpiryNs();
        boolean settling = true;
        int left = 0;
        for (Extension extension : unsettled) {
            boolean own = extension.seq() > lease.seq() && extension.seq() < lease.nextSeq();
            if (own) {
                sawClock(extension.clockNs());
                boolean counts = !Absent.is(expiryNs)
                        && extension.clockNs() < expiryNs
                        && extension.seq() < lease.explicitEnd().seq();
                expiryNs = counts ? Math.max(expiryNs, extension.expiryNs()) : expiryNs;
                settling = settling && !missing.anyBetween(lease.seq(), extension.seq());
            }
            if (own && settling) {
                lease.settle(extension.leadingTo(expiryNs));
            } else {
                unsettled[left++] = extension;
            }
        }
        if (left < unsettled.length) {
            unsettled = left == 0 ? NO_EXTENSIONS : Arrays.copyOf(unsettled, left);
        }
        lease.expireAt(expiryNs);
    }

    /**
     * Computes everything again from what was read. An allocation whose blocks are not stored is not believed: it has not
     * been seen and its event comes again, or the next life has put blocks of its own in their place. The one before it was
     * replaced all the same, so it does not stand again meanwhile. Nothing is settled, for what is known to be missing may be
     * older than this request.
     */
    void restored(long watermarkNs) {
        List<Lease> known = all();
        known.removeIf(lease -> lease.keepsBlocks() && lease.blocks() == Blocks.NONE);
        boolean latestIsGone = !known.contains(latest);
        all().forEach(Lease::unlinkFromRequest);
        latest = null;
        known.forEach(lease -> link(latest, lease));
        known.forEach(lease -> recompute(lease, MissingRanges.ALL));
        if (latestIsGone && latest != null && !latest.isEnded()) {
            latest.endWithGap();
        }
        if (latest == null && Absent.is(orphanClockNs)) {
            touch(watermarkNs);
        }
        rebase();
    }

    /**
     * Writes the request with its leases, but not their blocks.
     *
     * @param out where to
     */
    public void write(StateWriter out) {
        out.putOptional(orphanClockNs);
        List<Lease> leases = all();
        out.putLong(leases.size());
        leases.forEach(lease -> lease.write(out));
        if (latest != null) {
            out.putLong(highestClockNs - latest.clockNs());
        }
        out.putLong(ends.length);
        for (LeaseEnd end : ends) {
            end.write(out);
        }
        out.putLong(unsettled.length);
        for (Extension extension : unsettled) {
            extension.write(out);
        }
    }

    static RequestLeases read(String requestId, StateReader in) {
        RequestLeases request = new RequestLeases(requestId);
        request.orphanClockNs = in.getOptional();
        for (int left = in.getCount(); left > 0; left--) {
            request.link(request.latest, Lease.read(request, in));
        }
        if (request.latest != null) {
            request.highestClockNs = request.latest.clockNs() + in.getLong();
        }
        for (int left = in.getCount(); left > 0; left--) {
            request.addEnd(LeaseEnd.read(in));
        }
        for (int left = in.getCount(); left > 0; left--) {
            request.addExtension(Extension.read(in));
        }
        return request;
    }
}
