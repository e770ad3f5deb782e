package dev.kvlease.core.audit;

import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.verdict.Completion;
import java.util.Optional;

/**
 * What became of a completed read that waited for judgement (semantics.md, Audit). A violation that follows from it is
 * reported beside it.
 *
 * @param reader the reader's engine id
 * @param requestId the request of the lease
 * @param readRequestId the read
 * @param leaseSeq seq of the lease's allocation that the read was judged against, or {@link
 *     dev.kvlease.core.common.Absent#LONG}
 * @param lease that lease as it stands at the judgement, if it is known; it changes with later events, so look at once
 * @param completion when the read took place, on both clocks
 * @param finding what it ran into, or nothing
 * @param incompleteEvidence whether an event above the lease is missing or lost
 */
public record Judgement(
        String reader,
        String requestId,
        String readRequestId,
        long leaseSeq,
        Optional<Lease> lease,
        Completion completion,
        Optional<Finding> finding,
        boolean incompleteEvidence) {}
