package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.LeaseEventKind;
import dev.kvlease.fleet.record.LeaseEventRecord;
import java.util.ArrayDeque;

/** One life of a holder: its clock, its blocks, and its numbered events. */
final class HolderLife extends Producer {
    private static final int[][] NO_GROUPS = new int[0][];
    private static final int[] NO_COUNTS = new int[0];

    final Holder holder;
    final String id;
    final BlockPool pool;
    private EngineClock clock;
    private final Timeline timeline;
    private final LogNetwork network;
    private final ArrayDeque<Lease> endsNotKnown = new ArrayDeque<>();
    private long nextSeq;
    private long crashedNs = Long.MAX_VALUE;
    private long successorKnownNs = FleetRecord.ABSENT;

    HolderLife(Holder holder, String id, EngineClock clock, BlockPool pool, Timeline timeline, LogNetwork network) {
        this.holder = holder;
        this.id = id;
        this.clock = clock;
        this.pool = pool;
        this.timeline = timeline;
        this.network = network;
    }

    long clockNs() {
        return clock.at(timeline.nowNs());
    }

    EngineClock clock() {
        return clock;
    }

    void stepClock(long byNs) {
        clock = clock.stepped(timeline.nowNs(), byNs);
    }

    boolean crashed() {
        return crashedNs != Long.MAX_VALUE;
    }

    long crashedNs() {
        return crashedNs;
    }

    void crash() {
        crashedNs = timeline.nowNs();
    }

    /** When an event of a later life was delivered for the first time, or absent. */
    long successorKnownNs() {
        return successorKnownNs;
    }

    void successorKnown(long trueNs) {
        successorKnownNs = trueNs;
    }

    long nextSeq() {
        return nextSeq;
    }

    void sendStarted(int blocks) {
        nextSeq = Math.max(nextSeq, 1);
        send(LeaseEventKind.ENGINE_STARTED, 0, "", FleetRecord.ABSENT, blocks, "");
    }

    void sendHeartbeat() {
        send(LeaseEventKind.ENGINE_HEARTBEAT, nextSeq++, "", FleetRecord.ABSENT, FleetRecord.ABSENT, "");
    }

    void sendAllocated(Lease lease, int tokensPerBlock) {
        nextSeq++;
        int[][] groups = lease.blocks;
        int[] shared = new int[groups.length];
        for (int i = 0; i < shared.length; i++) {
            shared[i] = pool.sharedPrefix(groups[i]);
        }
        LeaseEventRecord event = new LeaseEventRecord(
                LeaseEventKind.BLOCKS_ALLOCATED,
                holder.id,
                id,
                lease.seq,
                clockNs(),
                lease.requestId,
                groups,
                shared,
                lease.firstExpiryNs,
                lease.maxReads,
                (long) groups[0].length * tokensPerBlock,
                FleetRecord.ABSENT,
                holder.role,
                "");
        network.send(this, event);
    }

    void sendExtended(Lease lease) {
        send(LeaseEventKind.LEASE_EXTENDED, nextSeq++, lease.requestId, lease.expiryNs(), FleetRecord.ABSENT, "");
    }

    /** Sends that a lease has ended; it is known from the delivery of this or a later event on. */
    void sendEnded(LeaseEventKind kind, Lease lease, String reason) {
        toBeKnown(lease);
        send(kind, nextSeq++, lease.requestId, FleetRecord.ABSENT, FleetRecord.ABSENT, reason);
    }

    /** A lease has ended by an allocation of its request that is being sent. */
    void replaced(Lease lease) {
        toBeKnown(lease);
    }

    private void toBeKnown(Lease lease) {
        if (lease.endSeq() != FleetRecord.ABSENT) { // else it ended before, and nothing tells how
            endsNotKnown.add(lease);
        }
    }

    @Override
    void delivered(FleetRecord record) {
        long seq = record instanceof LeaseEventRecord event ? event.seq() : 0;
        while (!endsNotKnown.isEmpty() && endsNotKnown.peek().endSeq() <= seq) {
            endsNotKnown.poll().endKnown(timeline.nowNs());
        }
        holder.known(this, timeline.nowNs());
    }

    private void send(LeaseEventKind kind, long seq, String requestId, long expiryNs, long blocks, String reason) {
        LeaseEventRecord event = new LeaseEventRecord(
                kind,
                holder.id,
                id,
                seq,
                clockNs(),
                requestId,
                NO_GROUPS,
                NO_COUNTS,
                expiryNs,
                FleetRecord.ABSENT,
                FleetRecord.ABSENT,
                blocks,
                holder.role,
                reason);
        network.send(this, event);
    }
}
