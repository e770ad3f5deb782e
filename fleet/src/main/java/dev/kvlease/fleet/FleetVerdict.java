package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;

/**
 * An answer or a revocation as a reader receives it. Numbers not given are {@link FleetRecord#ABSENT}.
 *
 * @param reader the reader's engine id
 * @param readerLife the reader's incarnation
 * @param readRequestId the read
 * @param readable whether it may read
 * @param revocation whether this takes back an earlier answer, unasked
 * @param provisional whether asking again may help
 * @param reason why
 * @param leaseSeq seq of the lease's allocation, or absent
 * @param readableUntilNs last reader time at which the read may start, or absent
 * @param deadlineNs reader time before which the bytes must have arrived, or absent
 * @param heardNs holder time up to which the holder's events had been taken into account, or absent
 */
public record FleetVerdict(
        String reader,
        String readerLife,
        String readRequestId,
        boolean readable,
        boolean revocation,
        boolean provisional,
        String reason,
        long leaseSeq,
        long readableUntilNs,
        long deadlineNs,
        long heardNs) {
    /**
     * A verdict that does not tell up to when the holder was heard.
     *
     * @param reader the reader's engine id
     * @param readerLife the reader's incarnation
     * @param readRequestId the read
     * @param readable whether it may read
     * @param revocation whether this takes back an earlier answer, unasked
     * @param provisional whether asking again may help
     * @param reason why
     * @param leaseSeq seq of the lease's allocation, or absent
     * @param readableUntilNs last reader time at which the read may start, or absent
     * @param deadlineNs reader time before which the bytes must have arrived, or absent
     */
    public FleetVerdict(
            String reader,
            String readerLife,
            String readRequestId,
            boolean readable,
            boolean revocation,
            boolean provisional,
            String reason,
            long leaseSeq,
            long readableUntilNs,
            long deadlineNs) {
        this(
                reader,
                readerLife,
                readRequestId,
                readable,
                revocation,
                provisional,
                reason,
                leaseSeq,
                readableUntilNs,
                deadlineNs,
                FleetRecord.ABSENT);
    }
}
