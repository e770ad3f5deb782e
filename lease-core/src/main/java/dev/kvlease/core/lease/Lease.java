package dev.kvlease.core.lease;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.state.Journaled;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;

/**
 * One lease: the holder's promise, made by one allocation, to keep blocks until a deadline. Its state is a function of
 * the set of its request's events, which {@link RequestLeases} computes.
 */
public final class Lease extends Journaled {
    private final RequestLeases request;
    private final long seq;
    private final long clockNs;
    private final long firstExpiryNs;
    private final long maxReads;
    private Blocks blocks;
    private boolean blocksDropped;
    private boolean gap;

    /** The last extension that is settled, with the deadline that it led to. */
    private Extension settled = Extension.NONE;

    private long expiryNs;
    private LeaseEnd explicitEnd = LeaseEnd.NONE;
    private Taker reuse = Taker.NONE;
    private long eventOffset = Absent.LONG;

    /** The request's allocation before this one and the one after it; null without one. */
    private Lease earlier;

    private Lease later;

    /** Neighbours in {@link StandingLeases}; null while not in it, which costs no object per lease. */
    private Lease before;

    private Lease after;

    Lease(RequestLeases request, long seq, long clockNs, long firstExpiryNs, long maxReads, Blocks blocks) {
        this.request = request;
        this.seq = seq;
        this.clockNs = clockNs;
        this.firstExpiryNs = firstExpiryNs;
        this.maxReads = maxReads;
        this.blocks = blocks;
        this.expiryNs = firstExpiryNs;
    }

    /**
     * The request that the blocks are kept for, with all its leases.
     *
     * @return the request
     */
    public RequestLeases request() {
        return request;
    }

    /**
     * The id of the request that the blocks are kept for.
     *
     * @return its id
     */
    public String requestId() {
        return request.requestId();
    }

    /**
     * The seq of the allocation, which with holder, life and request is the lease's identity.
     *
     * @return a seq
     */
    public long seq() {
        return seq;
    }

    /**
     * The deadline of the allocation itself (V8).
     *
     * @return nanoseconds, holder clock, or absent
     */
    public long firstExpiryNs() {
        return firstExpiryNs;
    }

    /**
     * Whether a question may speak of this lease, by the deadline that came with it (V8).
     *
     * @param namedExpiryNs that deadline, holder clock, or absent
     * @return false if it is of another lease
     */
    public boolean isMeantBy(long namedExpiryNs) {
        if (Absent.is(namedExpiryNs)) {
            return true;
        }
        return !Absent.is(firstExpiryNs) && Math.abs(namedExpiryNs - firstExpiryNs) <= Constants.EXPIRY_TOLERANCE_NS;
    }

    /**
     * The deadline, extensions included.
     *
     * @return nanoseconds, holder clock, or absent
     */
    public long expiryNs() {
        return expiryNs;
    }

    /**
     * Tells whether the lease has a deadline.
     *
     * @return false if it lasts until its end
     */
    public boolean hasDeadline() {
        return !Absent.is(expiryNs);
    }

    /**
     * How many reads the lease is for (V10).
     *
     * @return a count, or absent
     */
    public long maxReads() {
        return maxReads;
    }

    /**
     * Its blocks.
     *
     * @return the blocks; none once they do not matter any more
     */
    public Blocks blocks() {
        return blocks;
    }

    /**
     * The lowest explicit end of its own.
     *
     * @return the end, perhaps {@link LeaseEnd#NONE}
     */
    public LeaseEnd explicitEnd() {
        return explicitEnd;
    }

    /**
     * Clock of the request's next allocation.
     *
     * @return nanoseconds, holder clock; {@link Long#MAX_VALUE} without one
     */
    public long replacedAtNs() {
        return later == null ? Long.MAX_VALUE : later.clockNs;
    }

    /**
     * Clock of the allocation that took a block.
     *
     * @return nanoseconds, holder clock, or absent
     */
    public long reusedAtNs() {
        return reuse.clockNs();
    }

    /**
     * The request that took a block.
     *
     * @return its id, or empty
     */
    public String reusedBy() {
        return reuse.requestId();
    }

    /**
     * Offset of the last event that concerned this lease.
     *
     * @return a position in lease-events, or absent
     */
    public long eventOffset() {
        return eventOffset;
    }

    /**
     * Tells whether the lease has ended by what was said or seen; its deadline is another matter.
     *
     * @return true if it has
     */
    public boolean isEnded() {
        return later != null || gap || explicitEnd.isKnown() || isReused();
    }

    /**
     * "Reason of an end": reuse, else the explicit end, else EVENT_GAP, else REPLACED.
     *
     * @return why it has ended
     */
    public EndReason endReason() {
        if (isReused()) {
            return EndReason.BLOCKS_REUSED;
        }
        if (explicitEnd.isKnown()) {
            return explicitEnd.released() ? EndReason.RELEASED : EndReason.LEASE_EXPIRED;
        }
        if (gap) {
            return EndReason.EVENT_GAP;
        }
        return later != null ? EndReason.REPLACED : EndReason.NOT_ENDED;
    }

    /**
     * When it ended, for the evidence of a verdict.
     *
     * @return nanoseconds, holder clock; absent if it has not ended or nobody knows when
     */
    public long endedAtNs() {
        return switch (endReason()) {
            case BLOCKS_REUSED -> reuse.clockNs();
            case RELEASED, LEASE_EXPIRED -> explicitEnd.clockNs();
            case REPLACED -> later.clockNs;
            case EVENT_GAP, NOT_ENDED -> Absent.LONG;
        };
    }

    /** The request's allocation before this one; null if this is the first known. */
    Lease earlier() {
        return earlier;
    }

    void linkEarlier(Lease lease) {
        earlier = lease;
        if (lease != null) {
            lease.later = this;
        }
    }

    /** Forgets the allocations before and after. */
    void unlinkFromRequest() {
        earlier = null;
        later = null;
    }

    /** Seq of the request's next allocation, or {@link Long#MAX_VALUE}. */
    long nextSeq() {
        return later == null ? Long.MAX_VALUE : later.seq;
    }

    boolean isLinked() {
        return after != null;
    }

    Lease linkBefore() {
        return before;
    }

    Lease linkAfter() {
        return after;
    }

    void link(Lease newBefore, Lease newAfter) {
        before = newBefore;
        after = newAfter;
    }

    void unlink() {
        before = null;
        after = null;
    }

    boolean isReused() {
        return reuse.isKnown();
    }

    boolean isGap() {
        return gap;
    }

    /** Seq of its end: of the explicit end or the next allocation, whichever is lower. */
    long endSeq() {
        return Math.min(explicitEnd.seq(), nextSeq());
    }

    /**
     * Tells whether its blocks still matter.
     *
     * @return false once the lease has ended and no seq below its end is missing, or it is forgotten
     */
    public boolean keepsBlocks() {
        return !blocksDropped;
    }

    void dropBlocks() {
        blocks = Blocks.NONE;
        blocksDropped = true;
    }

    void giveBlocks(Blocks known) {
        blocks = known;
    }

    void endWithGap() {
        gap = true;
    }

    void endWithReuse(Taker taker) {
        reuse = taker;
    }

    void touchedBy(long offset) {
        eventOffset = Math.max(eventOffset, offset);
    }

    /**
     * When it was allocated.
     *
     * @return nanoseconds, holder clock
     */
    public long clockNs() {
        return clockNs;
    }

    void endExplicitly(LeaseEnd end) {
        explicitEnd = end;
    }

    /** Seq through which extensions have been taken for good: the allocation's own if none has. */
    long settledSeq() {
        return settled.isKnown() ? settled.seq() : seq;
    }

    long settledExpiryNs() {
        return settled.isKnown() ? settled.expiryNs() : firstExpiryNs;
    }

    void settle(Extension extension) {
        settled = extension;
    }

    void expireAt(long atNs) {
        expiryNs = atNs;
    }

    void write(StateWriter out) {
        out.putLong(seq)
                .putLong(clockNs)
                .putOptional(Absent.is(firstExpiryNs) ? Absent.LONG : firstExpiryNs - clockNs)
                .putOptional(maxReads)
                .putFlag(blocksDropped)
                .putFlag(gap)
                .putOptional(eventOffset)
                .putFlag(settled.isKnown());
        if (settled.isKnown()) {
            settled.write(out);
        }
        out.putFlag(isReused());
        if (isReused()) {
            out.putLong(reuse.seq()).putLong(reuse.clockNs()).putText(reuse.requestId());
        }
    }

    static Lease read(RequestLeases request, StateReader in) {
        long seq = in.getLong();
        long clockNs = in.getLong();
        long aheadNs = in.getOptional();
        long firstExpiryNs = Absent.is(aheadNs) ? Absent.LONG : clockNs + aheadNs;
        Lease lease = new Lease(request, seq, clockNs, firstExpiryNs, in.getOptional(), Blocks.NONE);
        lease.blocksDropped = in.getFlag();
        lease.gap = in.getFlag();
        lease.eventOffset = in.getOptional();
        lease.settled = in.getFlag() ? Extension.read(in) : Extension.NONE;
        if (in.getFlag()) {
            lease.reuse = new Taker(in.getLong(), in.getLong(), in.getText());
        }
        return lease;
    }
}
