package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.truth.LeaseEnd;
import dev.kvlease.fleet.truth.LeaseEndKind;

/** A holder's promise, and how it ended. */
final class Lease {
    /** The deadline of a lease that has none. */
    private static final long NEVER = Long.MAX_VALUE;

    final HolderLife life;
    final String requestId;
    final long seq;
    final int[][] blocks;
    final long firstExpiryNs;
    final long maxReads;
    private final long fills;
    private long expiryNs;
    private int readsDone;
    private LeaseEndKind endKind = LeaseEndKind.NONE;
    private boolean endSaid;
    private String endReason = "";
    private long endClockNs = FleetRecord.ABSENT;
    private long endSeq = FleetRecord.ABSENT;
    private long endKnownNs = FleetRecord.ABSENT;

    /** A lease until {@code expiryNs} on the holder's clock, or without a deadline if that is absent. */
    Lease(HolderLife life, String requestId, long seq, int[][] blocks, long expiryNs, long maxReads) {
        this.life = life;
        this.requestId = requestId;
        this.seq = seq;
        this.blocks = blocks;
        this.firstExpiryNs = expiryNs;
        this.expiryNs = expiryNs == FleetRecord.ABSENT ? NEVER : expiryNs;
        this.maxReads = maxReads;
        this.fills = life.pool.fills();
    }

    long expiryNs() {
        return expiryNs;
    }

    boolean hasDeadline() {
        return expiryNs != NEVER;
    }

    void extendTo(long newExpiryNs) {
        expiryNs = Math.max(expiryNs, newExpiryNs);
    }

    /** Tells whether the holder still keeps the blocks. */
    boolean held() {
        return endKind == LeaseEndKind.NONE && !life.crashed();
    }

    /** Tells whether the holder's events say that it goes on. */
    boolean stands() {
        return !endSaid && !life.crashed();
    }

    /** The holder does not keep the blocks any more, and says nothing. */
    void breakPromise(long clockNs) {
        endKind = LeaseEndKind.BROKEN;
        endClockNs = clockNs;
    }

    /** It ends by an event. */
    void end(LeaseEndKind kind, String reason, long clockNs, long eventSeq) {
        endSaid = true;
        if (endKind == LeaseEndKind.BROKEN) {
            return;
        }
        endKind = clockNs >= expiryNs ? LeaseEndKind.DEADLINE : kind;
        endReason = endKind == LeaseEndKind.DEADLINE ? "" : reason;
        endClockNs = Math.min(clockNs, expiryNs);
        endSeq = eventSeq;
    }

    long endSeq() {
        return endSeq;
    }

    void endKnown(long trueNs) {
        endKnownNs = trueNs;
    }

    /** One more read of it is done; true if it was the last that it is for. */
    boolean readDone() {
        readsDone++;
        return readsDone >= (maxReads == FleetRecord.ABSENT ? 1 : maxReads);
    }

    /** How it has ended by now, {@code trueNs}. */
    LeaseEnd endBy(long trueNs) {
        if (endKind != LeaseEndKind.NONE) {
            return new LeaseEnd(endKind, endReason, endClockNs, endSeq, earliest(endKnownNs, life.successorKnownNs()));
        }
        if (life.clock().at(Math.min(trueNs, life.crashedNs())) >= expiryNs) {
            return new LeaseEnd(LeaseEndKind.DEADLINE, "", expiryNs, FleetRecord.ABSENT, FleetRecord.ABSENT);
        }
        if (life.crashed()) {
            return new LeaseEnd(
                    LeaseEndKind.RESTART, "", FleetRecord.ABSENT, FleetRecord.ABSENT, life.successorKnownNs());
        }
        return LeaseEnd.NONE;
    }

    /** Tells whether one of its blocks has been given to another request by now. */
    boolean foreignNow() {
        if (!life.crashed()) {
            return life.pool.refilled(blocks, fills);
        }
        return life.holder.up() && life.holder.life().pool.refilled(blocks, 0);
    }

    private static long earliest(long oneNs, long otherNs) {
        if (oneNs == FleetRecord.ABSENT) {
            return otherNs;
        }
        return otherNs == FleetRecord.ABSENT ? oneNs : Math.min(oneNs, otherNs);
    }
}
