package dev.kvlease.core.lease;

import java.util.Optional;

/**
 * One event of a holder, as it was delivered: not validated yet.
 *
 * <p>Arrays are taken over, not copied; the sender must not change them afterwards.
 *
 * @param type what it says
 * @param holder the holder's engine id
 * @param life the holder's incarnation
 * @param seq its number among the events of this life
 * @param clockNs the holder's clock
 * @param requestId the request it is about; empty for the engine's own events
 * @param blockIds block ids per KV-cache group, for an allocation
 * @param sharedPrefixBlocks leading blocks per group that others hold too; empty array if nothing is said
 * @param expiryNs the deadline, holder clock, or {@link dev.kvlease.core.common.Absent#LONG}
 * @param maxReads how many reads the lease is for, or {@link dev.kvlease.core.common.Absent#LONG}
 * @param numTokens tokens held, or {@link dev.kvlease.core.common.Absent#LONG}
 * @param numBlocks physical blocks of the engine, or {@link dev.kvlease.core.common.Absent#LONG}
 * @param reason why blocks were released; empty if nothing is said
 */
public record LeaseEvent(
        LeaseEventType type,
        String holder,
        String life,
        long seq,
        long clockNs,
        String requestId,
        Optional<int[][]> blockIds,
        int[] sharedPrefixBlocks,
        long expiryNs,
        long maxReads,
        long numTokens,
        long numBlocks,
        String reason) {

    /** The {@link #reason()} of a release that the reader's own completion notice caused. */
    public static final String READ_COMPLETED = "READ_COMPLETED";
}
