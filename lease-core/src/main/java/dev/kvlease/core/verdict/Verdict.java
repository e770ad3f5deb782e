package dev.kvlease.core.verdict;

/**
 * The answer for one read.
 *
 * @param reader the reader's engine id
 * @param readerLife the reader's incarnation
 * @param holder the holder's engine id
 * @param holderLife the holder's current or named incarnation; empty if none is known
 * @param requestId the request of the lease
 * @param readRequestId the reader's own id of the read
 * @param leaseSeq seq of the lease's allocation, or {@link dev.kvlease.core.common.Absent#LONG}
 * @param status the answer
 * @param reason why
 * @param trigger what caused it
 * @param provisional true if asking again may help
 * @param readableUntilNs last reader time at which the read may start, or absent
 * @param deadlineNs reader time before which the bytes must have arrived, or absent
 * @param revision orders READABLE answers of one read
 * @param evidence what it rests on
 */
public record Verdict(
        String reader,
        String readerLife,
        String holder,
        String holderLife,
        String requestId,
        String readRequestId,
        long leaseSeq,
        Status status,
        Reason reason,
        Trigger trigger,
        boolean provisional,
        long readableUntilNs,
        long deadlineNs,
        long revision,
        Evidence evidence) {}
