package dev.kvlease.fleet.truth;

import java.util.Optional;

/**
 * The ground truth of one read.
 *
 * @param reader the reader's engine id
 * @param readerLife the reader's incarnation
 * @param holder the holder's engine id
 * @param holderLife the holder's incarnation that made the lease
 * @param requestId the request of the lease
 * @param readRequestId the read
 * @param leaseSeq seq of the lease's allocation
 * @param fate what became of it
 * @param reason the verdict's reason it was declined or thrown away for, or empty
 * @param originalFixReads whether the original check inside the engine would have read at the time of the intent
 * @param actual the transfer that took place, if one did
 * @param ungated the transfer that a reader without any gate would have made at the time of the intent
 */
public record ReadTruth(
        String reader,
        String readerLife,
        String holder,
        String holderLife,
        String requestId,
        String readRequestId,
        long leaseSeq,
        ReadFate fate,
        String reason,
        boolean originalFixReads,
        Optional<ReadSpan> actual,
        ReadSpan ungated) {

    /**
     * Tells whether bytes of another request were used.
     *
     * @return true if the read completed and was foreign
     */
    public boolean usedForeignBytes() {
        return fate == ReadFate.COMPLETED && actual.isPresent() && actual.get().foreign();
    }
}
