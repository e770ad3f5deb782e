package dev.kvlease.core.audit;

/**
 * A reader reports the end of a read. Not validated yet.
 *
 * @param reader the reader's engine id
 * @param readerLife the reader's incarnation
 * @param holder the holder's engine id
 * @param holderLife the holder's incarnation
 * @param requestId the request of the lease
 * @param readRequestId the reader's own id of the read
 * @param leaseSeq seq of the lease's allocation as the verdict named it, or {@link
 *     dev.kvlease.core.common.Absent#LONG}
 * @param status how it ended
 * @param startedNs start, reader clock
 * @param finishedNs end, reader clock
 */
public record ReadOutcome(
        String reader,
        String readerLife,
        String holder,
        String holderLife,
        String requestId,
        String readRequestId,
        long leaseSeq,
        ReadStatus status,
        long startedNs,
        long finishedNs) {}
