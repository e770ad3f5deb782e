package dev.kvlease.gate;

import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.Absent;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictEvidence;
import dev.kvlease.schemas.VerdictRule;
import dev.kvlease.schemas.VerdictStatus;
import dev.kvlease.schemas.VerdictTrigger;

/** What the gate uses of the records that it is sent. */
public final class GateCodec {
    private GateCodec() {}

    /**
     * A verdict as it comes from the stream.
     *
     * @param avro the record
     * @return what the gate uses of it
     */
    public static GateVerdict verdict(Verdict avro) {
        VerdictEvidence evidence = avro.getEvidence();
        return new GateVerdict(
                avro.getReaderEngineId(),
                avro.getReaderIncarnation(),
                new ReadKey(avro.getHolderEngineId(), avro.getRequestId(), avro.getReadRequestId()),
                avro.getHolderIncarnation() == null ? "" : avro.getHolderIncarnation(),
                orAbsent(avro.getLeaseSeq()),
                avro.getStatus() == VerdictStatus.READABLE,
                avro.getReason().name(),
                kind(avro),
                avro.getProvisional(),
                orAbsent(avro.getReadableUntilNs()),
                orAbsent(avro.getDeadlineNs()),
                avro.getRevision(),
                evidence.getTracked(),
                orAbsent(evidence.getWatermarkNs()),
                new PairClock.Bounds(
                        orAbsent(evidence.getLoNs()),
                        orAbsent(evidence.getHiNs()),
                        orAbsent(evidence.getRefNs()),
                        orAbsent(evidence.getPointNs()),
                        orAbsent(evidence.getMinRttNs())),
                evidence.getDriftPpm(),
                orAbsent(evidence.getReadIntentOffset()));
    }

    /** Whatever is no answer takes back, also what a newer writer may call otherwise. */
    private static GateVerdict.Kind kind(Verdict avro) {
        if (avro.getTrigger() != VerdictTrigger.READ_INTENT) {
            return GateVerdict.Kind.REVOCATION;
        }
        VerdictRule rule = avro.getEvidence().getRule();
        boolean end = rule == VerdictRule.V3 || rule == VerdictRule.V6;
        return end ? GateVerdict.Kind.END : GateVerdict.Kind.ANSWER;
    }

    private static long orAbsent(Long value) {
        return value == null ? Absent.LONG : value;
    }
}
