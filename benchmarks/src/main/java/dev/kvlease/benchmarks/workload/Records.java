package dev.kvlease.benchmarks.workload;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import java.util.Optional;

/** Lease events of which most fields say nothing. */
public final class Records {
    private static final int[] NOTHING_SHARED = {0};
    private static final int[] NOT_SAID = {};

    private Records() {}

    /**
     * What every event of a holder has.
     *
     * @param holder its engine id
     * @param life its incarnation
     * @param seq the number of the event
     * @param clockNs its clock
     */
    public record At(String holder, String life, long seq, long clockNs) {}

    /**
     * An event of the engine's own.
     *
     * @param type ENGINE_STARTED or ENGINE_HEARTBEAT
     * @param at whose and when
     * @return the event
     */
    public static LeaseEvent own(LeaseEventType type, At at) {
        return event(type, at, "", Optional.empty(), NOT_SAID, Absent.LONG, "");
    }

    /**
     * A new lease of one group of blocks that nobody shares.
     *
     * @param at whose and when
     * @param requestId of the lease
     * @param blocks its blocks
     * @param expiryNs its deadline, on the holder's clock
     * @return the event
     */
    public static LeaseEvent allocated(At at, String requestId, int[] blocks, long expiryNs) {
        return event(
                LeaseEventType.BLOCKS_ALLOCATED,
                at,
                requestId,
                Optional.of(new int[][] {blocks}),
                NOTHING_SHARED,
                expiryNs,
                "");
    }

    /**
     * A new lease that does not say which blocks others hold too, so that no other lease ends by it (semantics.md, Reuse).
     *
     * @param at whose and when
     * @param requestId for whom
     * @param blocks the blocks
     * @param expiryNs the deadline, on the holder's clock
     * @return the event
     */
    public static LeaseEvent allocatedWithoutSharing(At at, String requestId, int[] blocks, long expiryNs) {
        return event(
                LeaseEventType.BLOCKS_ALLOCATED,
                at,
                requestId,
                Optional.of(new int[][] {blocks}),
                NOT_SAID,
                expiryNs,
                "");
    }

    /**
     * A later deadline.
     *
     * @param at whose and when
     * @param requestId of the lease
     * @param expiryNs the deadline, on the holder's clock
     * @return the event
     */
    public static LeaseEvent extended(At at, String requestId, long expiryNs) {
        return event(LeaseEventType.LEASE_EXTENDED, at, requestId, Optional.empty(), NOT_SAID, expiryNs, "");
    }

    /**
     * The end of a lease.
     *
     * @param at whose and when
     * @param requestId of the lease
     * @param reason why
     * @return the event
     */
    public static LeaseEvent released(At at, String requestId, String reason) {
        return event(LeaseEventType.BLOCKS_RELEASED, at, requestId, Optional.empty(), NOT_SAID, Absent.LONG, reason);
    }

    private static LeaseEvent event(
            LeaseEventType type,
            At at,
            String requestId,
            Optional<int[][]> blocks,
            int[] shared,
            long expiryNs,
            String reason) {
        return new LeaseEvent(
                type,
                at.holder(),
                at.life(),
                at.seq(),
                at.clockNs(),
                requestId,
                blocks,
                shared,
                expiryNs,
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                reason);
    }
}
