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
        long deadlineNs) {}
