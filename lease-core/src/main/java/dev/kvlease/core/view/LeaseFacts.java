package dev.kvlease.core.view;

import dev.kvlease.core.lease.EndReason;

/**
 * One lease. Numbers that do not exist are {@link dev.kvlease.core.common.Absent#LONG}, texts empty.
 *
 * @param requestId the request that the blocks are kept for
 * @param seq seq of its allocation
 * @param firstExpiryNs the deadline of the allocation itself, holder clock, or absent
 * @param expiryNs the deadline with its extensions, holder clock, or absent
 * @param maxReads how many reads it is for, or absent
 * @param end why it has ended
 * @param endedAtNs when it ended, holder clock, or absent
 * @param trusted whether no seq above its allocation is missing (V7)
 * @param reusedBy the request that took a block of it, or empty
 */
public record LeaseFacts(
        String requestId,
        long seq,
        long firstExpiryNs,
        long expiryNs,
        long maxReads,
        EndReason end,
        long endedAtNs,
        boolean trusted,
        String reusedBy) {}
