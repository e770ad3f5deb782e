package dev.kvlease.core.verdict;

import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;

/** A verdict as part of the state, so that the last word on a read can be sent again exactly as it was. */
final class VerdictState {
    private static final Status[] STATUSES = Status.values();
    private static final Reason[] REASONS = Reason.values();
    private static final Trigger[] TRIGGERS = Trigger.values();
    private static final Rule[] RULES = Rule.values();

    private VerdictState() {}

    /** Writes what the read's own key does not say. */
    static void write(Verdict verdict, StateWriter out) {
        out.putText(verdict.readerLife())
                .putText(verdict.holderLife())
                .putOptional(verdict.leaseSeq())
                .putSymbol(verdict.status())
                .putSymbol(verdict.reason())
                .putSymbol(verdict.trigger())
                .putFlag(verdict.provisional())
                .putOptional(verdict.readableUntilNs())
                .putOptional(verdict.deadlineNs())
                .putLong(verdict.revision());
        write(verdict.evidence(), out);
    }

    private static void write(Evidence evidence, StateWriter out) {
        out.putSymbol(evidence.rule())
                .putFlag(evidence.tracked())
                .putOptional(evidence.nowNs())
                .putOptional(evidence.expiryNs())
                .putOptional(evidence.leaseEndNs())
                .putOptional(evidence.watermarkNs())
                .putFlag(evidence.clockKnown())
                .putOptional(evidence.loNs())
                .putOptional(evidence.hiNs())
                .putOptional(evidence.refNs())
                .putOptional(evidence.pointNs())
                .putOptional(evidence.minRttNs())
                .putText(evidence.clockReaderLife())
                .putText(evidence.clockHolderLife())
                .putLong(evidence.marginNs())
                .putLong(evidence.driftPpm())
                .putOptional(evidence.leaseEventOffset())
                .putOptional(evidence.handshakeSampleOffset())
                .putOptional(evidence.readIntentOffset());
        AsOf asOf = evidence.asOf();
        out.putLong(asOf.partition())
                .putLong(asOf.leaseEvents())
                .putLong(asOf.handshakeSamples())
                .putLong(asOf.readIntents())
                .putLong(asOf.readOutcomes());
    }

    static Verdict read(String holder, String reader, String requestId, String readRequestId, StateReader in) {
        return new Verdict(
                reader,
                in.getText(),
                holder,
                in.getText(),
                requestId,
                readRequestId,
                in.getOptional(),
                in.getSymbol(STATUSES),
                in.getSymbol(REASONS),
                in.getSymbol(TRIGGERS),
                in.getFlag(),
                in.getOptional(),
                in.getOptional(),
                in.getLong(),
                readEvidence(in));
    }

    private static Evidence readEvidence(StateReader in) {
        return new Evidence(
                in.getSymbol(RULES),
                in.getFlag(),
                in.getOptional(),
                in.getOptional(),
                in.getOptional(),
                in.getOptional(),
                in.getFlag(),
                in.getOptional(),
                in.getOptional(),
                in.getOptional(),
                in.getOptional(),
                in.getOptional(),
                in.getText(),
                in.getText(),
                in.getLong(),
                (int) in.getLong(),
                in.getOptional(),
                in.getOptional(),
                in.getOptional(),
                new AsOf((int) in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong()));
    }
}
