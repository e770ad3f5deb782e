package dev.kvlease.core.verdict;

import dev.kvlease.core.common.AsOf;

/**
 * What a verdict rests on. Numbers that did not exist are {@link dev.kvlease.core.common.Absent#LONG}, texts empty.
 *
 * @param rule what decided
 * @param tracked whether the holder was tracked
 * @param nowNs the reader time that the rules used, or absent
 * @param expiryNs the deadline that the rules used, holder clock, or absent
 * @param leaseEndNs the lease's end on the holder's clock, or absent while it has not ended
 * @param watermarkNs the holder's watermark, or absent
 * @param clockKnown whether the pair's clock was known
 * @param loNs lower bound of the offset at {@code refNs}, or absent
 * @param hiNs upper bound of the offset at {@code refNs}, or absent
 * @param refNs reference time of the bounds, reader clock, or absent
 * @param pointNs min-RTT offset, or absent
 * @param minRttNs round trip of the best sample, or absent
 * @param clockReaderLife the reader's life that the clock is about
 * @param clockHolderLife the holder's life that the clock is about
 * @param marginNs the safety margin
 * @param driftPpm the drift bound
 * @param leaseEventOffset offset of the last lease event that changed the lease or, without one, the holder; or absent
 * @param handshakeSampleOffset offset of the last sample that changed the pair's clock, or absent
 * @param readIntentOffset offset of the intent, or absent for a revocation
 * @param asOf positions of all inputs when the verdict was given
 */
public record Evidence(
        Rule rule,
        boolean tracked,
        long nowNs,
        long expiryNs,
        long leaseEndNs,
        long watermarkNs,
        boolean clockKnown,
        long loNs,
        long hiNs,
        long refNs,
        long pointNs,
        long minRttNs,
        String clockReaderLife,
        String clockHolderLife,
        long marginNs,
        int driftPpm,
        long leaseEventOffset,
        long handshakeSampleOffset,
        long readIntentOffset,
        AsOf asOf) {}
