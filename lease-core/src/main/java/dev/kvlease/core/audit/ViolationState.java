package dev.kvlease.core.audit;

import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;

/** A violation as part of the state, so that it can be reported again exactly as it was. */
public final class ViolationState {
    private static final ViolationType[] TYPES = ViolationType.values();
    private static final Certainty[] CERTAINTIES = Certainty.values();

    private ViolationState() {}

    /**
     * Packs a violation.
     *
     * @param violation the violation
     * @return its bytes
     */
    public static byte[] write(Violation violation) {
        StateWriter out = new StateWriter().startValue();
        out.putText(violation.id())
                .putSymbol(violation.type())
                .putSymbol(violation.certainty())
                .putText(violation.holder())
                .putText(violation.holderLife())
                .putText(violation.reader())
                .putText(violation.readerLife())
                .putText(violation.requestId())
                .putText(violation.readRequestId())
                .putOptional(violation.leaseSeq())
                .putText(violation.by())
                .putOptional(violation.leaseEndNs())
                .putOptional(violation.startedNs())
                .putOptional(violation.finishedNs())
                .putOptional(violation.finishedMinNs())
                .putOptional(violation.finishedMaxNs())
                .putOptional(violation.watermarkNs())
                .putFlag(violation.incompleteEvidence());
        AsOf asOf = violation.asOf();
        out.putLong(asOf.partition())
                .putLong(asOf.leaseEvents())
                .putLong(asOf.handshakeSamples())
                .putLong(asOf.readIntents())
                .putLong(asOf.readOutcomes());
        return out.toBytes();
    }

    /**
     * Unpacks a violation.
     *
     * @param bytes what {@link #write} packed
     * @return the violation
     */
    public static Violation read(byte[] bytes) {
        StateReader in = StateReader.ofValue(bytes);
        return new Violation(
                in.getText(),
                in.getSymbol(TYPES),
                in.getSymbol(CERTAINTIES),
                in.getText(),
                in.getText(),
                in.getText(),
                in.getText(),
                in.getText(),
                in.getText(),
                in.getOptional(),
                in.getText(),
                in.getOptional(),
                in.getOptional(),
                in.getOptional(),
                in.getOptional(),
                in.getOptional(),
                in.getOptional(),
                in.getFlag(),
                new AsOf((int) in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong()));
    }
}
