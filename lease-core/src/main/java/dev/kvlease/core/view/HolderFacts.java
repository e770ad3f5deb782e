package dev.kvlease.core.view;

import dev.kvlease.core.lease.LeaseCounts;

/**
 * A holder as a whole. Numbers that do not exist are {@link dev.kvlease.core.common.Absent#LONG}, texts empty.
 *
 * @param holder the holder's engine id
 * @param life its current incarnation; empty while it is untracked
 * @param tracked whether one of its lives has started
 * @param inDoubt whether an event of an unknown life has been seen lately (V4)
 * @param watermarkNs the watermark W, holder clock, or absent
 * @param highestSeq the highest seq seen, or -1
 * @param missingEvents seqs that are missing
 * @param oldestGapNs how long the oldest gap has been open, holder clock, or absent
 * @param leases how much is remembered of its leases
 * @param openReads reads told READABLE that have not ended
 * @param waitingReads completed reads that wait for judgement
 * @param pairs readers whose clocks are remembered
 * @param lastRecordTimeMs record time of the last record, milliseconds of the epoch, or absent
 */
public record HolderFacts(
        String holder,
        String life,
        boolean tracked,
        boolean inDoubt,
        long watermarkNs,
        long highestSeq,
        long missingEvents,
        long oldestGapNs,
        LeaseCounts leases,
        int openReads,
        int waitingReads,
        int pairs,
        long lastRecordTimeMs) {}
