package dev.kvlease.core.audit;

import dev.kvlease.core.common.AsOf;

/**
 * A read that may have returned foreign bytes, or a block given away while leased. Numbers that do not exist are {@link
 * dev.kvlease.core.common.Absent#LONG}, texts empty.
 *
 * @param id recognises a repeat: type, holder, life, request, allocation seq and read
 * @param type what happened
 * @param certainty how sure it is
 * @param holder the holder's engine id
 * @param holderLife the holder's incarnation
 * @param reader the reader's engine id, or empty
 * @param readerLife the reader's incarnation, or empty
 * @param requestId the request of the lease
 * @param readRequestId the read, or empty
 * @param leaseSeq seq of the lease's allocation, or absent
 * @param by the request that has the blocks now, or empty
 * @param leaseEndNs the end of the lease that counts, holder clock, or absent
 * @param startedNs start of the read, reader clock, or absent
 * @param finishedNs end of the read, reader clock, or absent
 * @param finishedMinNs earliest holder time of the read's end, or absent
 * @param finishedMaxNs latest holder time of the read's end, or absent
 * @param watermarkNs the holder's watermark at the judgement, or absent
 * @param incompleteEvidence whether an event above the lease is missing or lost
 * @param asOf positions of all inputs at the judgement
 */
public record Violation(
        String id,
        ViolationType type,
        Certainty certainty,
        String holder,
        String holderLife,
        String reader,
        String readerLife,
        String requestId,
        String readRequestId,
        long leaseSeq,
        String by,
        long leaseEndNs,
        long startedNs,
        long finishedNs,
        long finishedMinNs,
        long finishedMaxNs,
        long watermarkNs,
        boolean incompleteEvidence,
        AsOf asOf) {}
