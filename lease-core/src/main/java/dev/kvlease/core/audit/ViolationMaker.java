package dev.kvlease.core.audit;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.CompositeKey;
import dev.kvlease.core.lease.EventSequence;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.verdict.Completion;
import dev.kvlease.core.verdict.TrackedRead;

/** Puts findings into violations with an id that recognises a repeat. */
public final class ViolationMaker {
    private final String holder;

    /**
     * A maker.
     *
     * @param holder the holder
     */
    public ViolationMaker(String holder) {
        this.holder = holder;
    }

    private String id(ViolationType type, String life, String requestId, long leaseSeq, String reader, String read) {
        String seq = Absent.is(leaseSeq) ? "" : Long.toString(leaseSeq);
        return CompositeKey.join(type.name(), holder, life, requestId, seq, reader, read);
    }

    /**
     * DOUBLE_ALLOCATION: names both requests and needs no read.
     *
     * @param life the holder's life
     * @param lease the lease whose block was given away
     * @param sequence the life's events
     * @param asOf positions of all inputs
     * @return the violation
     */
    public Violation doubleAllocation(String life, Lease lease, EventSequence sequence, AsOf asOf) {
        return new Violation(
                id(ViolationType.DOUBLE_ALLOCATION, life, lease.requestId(), lease.seq(), "", ""),
                ViolationType.DOUBLE_ALLOCATION,
                Certainty.CERTAIN,
                holder,
                life,
                "",
                "",
                lease.requestId(),
                "",
                lease.seq(),
                lease.reusedBy(),
                lease.reusedAtNs(),
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                sequence.watermarkNs(),
                sequence.incompleteAbove(lease.seq()),
                asOf);
    }

    /**
     * A violation by a completed read of a life that was judged.
     *
     * @param life the holder's life
     * @param read the read, with its completion
     * @param leaseSeq the lease it means, or absent
     * @param finding what it ran into
     * @param sequence the life's events
     * @param asOf positions of all inputs
     * @return the violation
     */
    public Violation of(
            String life, TrackedRead read, long leaseSeq, Finding finding, EventSequence sequence, AsOf asOf) {
        Completion completion = read.completion();
        return new Violation(
                id(finding.type(), life, read.requestId(), leaseSeq, read.reader(), read.readRequestId()),
                finding.type(),
                finding.certainty(),
                holder,
                life,
                read.reader(),
                completion.readerLife(),
                read.requestId(),
                read.readRequestId(),
                leaseSeq,
                finding.by(),
                finding.leaseEndNs(),
                completion.startedNs(),
                completion.finishedNs(),
                completion.finishedMinNs(),
                completion.finishedMaxNs(),
                sequence.watermarkNs(),
                sequence.incompleteAbove(Absent.is(leaseSeq) ? -1 : leaseSeq),
                asOf);
    }

    /**
     * READ_ACROSS_RESTART: the outcome of a completed read came when its life was over.
     *
     * @param outcome the outcome
     * @param watermarkNs the current life's watermark
     * @param asOf positions of all inputs
     * @return the violation
     */
    public Violation acrossRestart(ReadOutcome outcome, long watermarkNs, AsOf asOf) {
        ViolationType type = ViolationType.READ_ACROSS_RESTART;
        return new Violation(
                id(
                        type,
                        outcome.holderLife(),
                        outcome.requestId(),
                        outcome.leaseSeq(),
                        outcome.reader(),
                        outcome.readRequestId()),
                type,
                Certainty.POSSIBLE,
                holder,
                outcome.holderLife(),
                outcome.reader(),
                outcome.readerLife(),
                outcome.requestId(),
                outcome.readRequestId(),
                outcome.leaseSeq(),
                "",
                Absent.LONG,
                outcome.startedNs(),
                outcome.finishedNs(),
                Absent.LONG,
                Absent.LONG,
                watermarkNs,
                true,
                asOf);
    }
}
