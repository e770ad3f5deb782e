package dev.kvlease.core.lease;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The leases of one request: a function of the set of its events, not of their order ("A request's leases").
 *
 * <p>An extension is settled, and not kept any longer, once no event between its allocation and itself is missing.
 */
public final class RequestLeases {
    private final String requestId;
    private final List<Lease> leases = new ArrayList<>(1);
    /** Made when there is one: a request has one lease, and few have more than an end. */
    private List<LeaseEnd> ends = List.of();

    private List<Extension> unsettled = List.of();
    private RequestCompanion companion = RequestCompanion.NONE;
    private long orphanClockNs = Absent.LONG;
    private long queuedAtNs = Absent.LONG;
    private boolean forgotten;

    RequestLeases(String requestId) {
        this.requestId = requestId;
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
        return leases.isEmpty() ? Optional.empty() : Optional.of(leases.get(leases.size() - 1));
    }

    /**
     * The lease of one allocation.
     *
     * @param seq the allocation's seq
     * @return the lease, if it is known
     */
    public Optional<Lease> bySeq(long seq) {
        int index = indexAtOrBelow(seq);
        return index >= 0 && leases.get(index).seq() == seq ? Optional.of(leases.get(index)) : Optional.empty();
    }

    /**
     * All leases known, in ascending order of their seq.
     *
     * @return a view
     */
    public List<Lease> all() {
        return leases;
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
    }

    /** "Forgetting": the highest expiry and event clock of its leases. */
    long forgetBaseNs() {
        if (leases.isEmpty()) {
            return orphanClockNs;
        }
        long baseNs = Absent.LONG;
        for (Lease lease : leases) {
            baseNs = Math.max(baseNs, Math.max(lease.expiryNs(), lease.highestClockNs()));
        }
        return baseNs;
    }

    /** "Forgetting": a request whose current lease has no deadline is kept until its end. */
    boolean isEndless() {
        return !leases.isEmpty()
                && !leases.get(leases.size() - 1).hasDeadline()
                && !leases.get(leases.size() - 1).isEnded();
    }

    long queuedAtNs() {
        return queuedAtNs;
    }

    void queuedAt(long atNs) {
        queuedAtNs = atNs;
    }

    private int indexAtOrBelow(long seq) {
        int index = leases.size() - 1;
        while (index >= 0 && leases.get(index).seq() > seq) {
            index--;
        }
        return index;
    }

    /**
     * Adds an allocation.
     *
     * @return the lease that is new, or nothing if it was known
     */
    Optional<Lease> allocate(LeaseEvent event, Blocks blocks, MissingRanges missing, long offset) {
        int below = indexAtOrBelow(event.seq());
        if (below >= 0 && leases.get(below).seq() == event.seq()) {
            leases.get(below).touchedBy(event.clockNs(), offset);
            return Optional.empty();
        }
        Lease lease = new Lease(this, event.seq(), event.clockNs(), event.expiryNs(), event.maxReads(), blocks);
        leases.add(below + 1, lease);
        lease.touchedBy(event.clockNs(), offset);
        if (below >= 0) {
            recompute(below, missing);
        }
        recompute(below + 1, missing);
        return Optional.of(lease);
    }

    void extend(LeaseEvent event, MissingRanges missing, long offset) {
        int index = touchOwner(event, offset);
        if (index >= 0 && event.seq() <= leases.get(index).settledSeq()) {
            return;
        }
        int at = unsettled.size();
        while (at > 0 && unsettled.get(at - 1).seq() >= event.seq()) {
            at--;
            if (unsettled.get(at).seq() == event.seq()) {
                return;
            }
        }
        addExtension(at, new Extension(event.seq(), event.clockNs(), event.expiryNs()));
        if (index >= 0) {
            recompute(index, missing);
        }
    }

    void end(LeaseEvent event, MissingRanges missing, long offset) {
        int index = touchOwner(event, offset);
        int at = ends.size();
        while (at > 0 && ends.get(at - 1).seq() >= event.seq()) {
            at--;
            if (ends.get(at).seq() == event.seq()) {
                return;
            }
        }
        boolean released = event.type() == LeaseEventType.BLOCKS_RELEASED;
        boolean readCompleted = released && event.reason().equals(LeaseEvent.READ_COMPLETED);
        addEnd(at, new LeaseEnd(event.seq(), event.clockNs(), released, readCompleted));
        if (index >= 0) {
            recompute(index, missing);
        }
    }

    private void addEnd(int at, LeaseEnd end) {
        if (ends.isEmpty()) {
            ends = new ArrayList<>(1);
        }
        ends.add(at, end);
    }

    private void addExtension(int at, Extension extension) {
        if (unsettled.isEmpty()) {
            unsettled = new ArrayList<>(1);
        }
        unsettled.add(at, extension);
    }

    private int touchOwner(LeaseEvent event, long offset) {
        int index = indexAtOrBelow(event.seq());
        if (index >= 0) {
            leases.get(index).touchedBy(event.clockNs(), offset);
        } else {
            touch(event.clockNs());
        }
        return index;
    }

    /** Computes one lease from the events between its allocation and the next. */
    private void recompute(int index, MissingRanges missing) {
        Lease lease = leases.get(index);
        long nextSeq = Long.MAX_VALUE;
        if (index + 1 < leases.size()) {
            lease.replacedBy(leases.get(index + 1));
            nextSeq = leases.get(index + 1).seq();
        }
        LeaseEnd lowest = LeaseEnd.NONE;
        for (LeaseEnd end : ends) {
            if (end.seq() > lease.seq() && end.seq() < nextSeq) {
                lease.sawClock(end.clockNs());
                lowest = lowest.isKnown() ? lowest : end;
            }
        }
        lease.endExplicitly(lowest);
        computeExpiry(lease, nextSeq, missing);
    }

    private void computeExpiry(Lease lease, long nextSeq, MissingRanges missing) {
        long expiryNs = lease.settledExpiryNs();
        boolean settling = true;
        int at = 0;
        while (at < unsettled.size() && unsettled.get(at).seq() < nextSeq) {
            Extension extension = unsettled.get(at);
            if (extension.seq() <= lease.seq()) {
                at++;
                continue;
            }
            lease.sawClock(extension.clockNs());
            boolean counts = !Absent.is(expiryNs)
                    && extension.clockNs() < expiryNs
                    && extension.seq() < lease.explicitEnd().seq();
            if (counts) {
                expiryNs = Math.max(expiryNs, extension.expiryNs());
            }
            settling = settling && !missing.anyBetween(lease.seq(), extension.seq());
            if (settling) {
                lease.settle(extension.seq(), expiryNs);
                unsettled.remove(at);
            } else {
                at++;
            }
        }
        lease.expireAt(expiryNs);
    }

    /**
     * Computes everything again from what was read. An allocation whose blocks were never stored has not been seen: its
     * event comes again. Nothing is settled, for what is known to be missing may be older than this request.
     */
    void restored(long watermarkNs) {
        leases.removeIf(lease -> lease.keepsBlocks() && lease.blocks() == Blocks.NONE);
        for (int i = 0; i < leases.size(); i++) {
            recompute(i, MissingRanges.ALL);
        }
        if (leases.isEmpty() && Absent.is(orphanClockNs)) {
            touch(watermarkNs);
        }
    }

    void write(StateWriter out) {
        out.putOptional(orphanClockNs).putLong(leases.size());
        leases.forEach(lease -> lease.write(out));
        out.putLong(ends.size());
        ends.forEach(end -> end.write(out));
        out.putLong(unsettled.size());
        unsettled.forEach(e -> out.putLong(e.seq()).putLong(e.clockNs()).putLong(e.expiryNs()));
    }

    static RequestLeases read(String requestId, StateReader in) {
        RequestLeases request = new RequestLeases(requestId);
        request.orphanClockNs = in.getOptional();
        for (int left = in.getCount(); left > 0; left--) {
            request.leases.add(Lease.read(request, in));
        }
        for (int left = in.getCount(); left > 0; left--) {
            request.addEnd(request.ends.size(), LeaseEnd.read(in));
        }
        for (int left = in.getCount(); left > 0; left--) {
            request.addExtension(request.unsettled.size(), new Extension(in.getLong(), in.getLong(), in.getLong()));
        }
        return request;
    }
}
