package dev.kvlease.fleet.record;

/**
 * A reader reports how a read ended.
 *
 * @param reader the reader's engine id
 * @param readerLife the reader's incarnation
 * @param holder the holder's engine id
 * @param holderLife the holder's incarnation that made the lease
 * @param requestId the request of the lease
 * @param readRequestId the reader's own id of the read
 * @param leaseSeq seq of the allocation as a verdict named it, or {@link FleetRecord#ABSENT}; a reader that follows no
 *     verdicts names the one whose blocks it was handed
 * @param status how it ended
 * @param startedNs start, reader clock
 * @param finishedNs end, reader clock
 */
public record ReadOutcomeRecord(
        String reader,
        String readerLife,
        String holder,
        String holderLife,
        String requestId,
        String readRequestId,
        long leaseSeq,
        OutcomeStatus status,
        long startedNs,
        long finishedNs)
        implements FleetRecord {}
