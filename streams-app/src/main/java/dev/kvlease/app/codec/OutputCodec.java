package dev.kvlease.app.codec;

import static dev.kvlease.app.codec.Optionals.orNull;

import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.verdict.Evidence;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.schemas.VerdictEvidence;
import dev.kvlease.schemas.VerdictReason;
import dev.kvlease.schemas.VerdictRule;
import dev.kvlease.schemas.VerdictStatus;
import dev.kvlease.schemas.VerdictTrigger;
import dev.kvlease.schemas.ViolationCertainty;
import dev.kvlease.schemas.ViolationEvidence;

/** What follows from records, from the core to Avro. */
public final class OutputCodec {
    private static final EnumPairs<Status, VerdictStatus> STATUSES = EnumPairs.of(Status.class, VerdictStatus.class);
    private static final EnumPairs<Reason, VerdictReason> REASONS = EnumPairs.of(Reason.class, VerdictReason.class);
    private static final EnumPairs<Trigger, VerdictTrigger> TRIGGERS =
            EnumPairs.of(Trigger.class, VerdictTrigger.class);
    private static final EnumPairs<Rule, VerdictRule> RULES = EnumPairs.of(Rule.class, VerdictRule.class);
    private static final EnumPairs<ViolationType, dev.kvlease.schemas.ViolationType> VIOLATION_TYPES =
            EnumPairs.of(ViolationType.class, dev.kvlease.schemas.ViolationType.class);
    private static final EnumPairs<Certainty, ViolationCertainty> CERTAINTIES =
            EnumPairs.of(Certainty.class, ViolationCertainty.class);

    private OutputCodec() {}

    /**
     * Writes a verdict.
     *
     * @param verdict the core's record
     * @return its Avro twin
     */
    public static dev.kvlease.schemas.Verdict toAvro(Verdict verdict) {
        dev.kvlease.schemas.Verdict avro = new dev.kvlease.schemas.Verdict();
        avro.setReaderEngineId(verdict.reader());
        avro.setReaderIncarnation(verdict.readerLife());
        avro.setHolderEngineId(verdict.holder());
        avro.setHolderIncarnation(orNull(verdict.holderLife()));
        avro.setRequestId(verdict.requestId());
        avro.setReadRequestId(verdict.readRequestId());
        avro.setLeaseSeq(orNull(verdict.leaseSeq()));
        avro.setStatus(STATUSES.of(verdict.status()));
        avro.setReason(REASONS.of(verdict.reason()));
        avro.setTrigger(TRIGGERS.of(verdict.trigger()));
        avro.setProvisional(verdict.provisional());
        avro.setReadableUntilNs(orNull(verdict.readableUntilNs()));
        avro.setDeadlineNs(orNull(verdict.deadlineNs()));
        avro.setRevision(verdict.revision());
        avro.setEvidence(toAvro(verdict.evidence()));
        return avro;
    }

    private static VerdictEvidence toAvro(Evidence evidence) {
        VerdictEvidence avro = new VerdictEvidence();
        avro.setRule(RULES.of(evidence.rule()));
        avro.setTracked(evidence.tracked());
        avro.setNowNs(orNull(evidence.nowNs()));
        avro.setExpiryNs(orNull(evidence.expiryNs()));
        avro.setLeaseEndNs(orNull(evidence.leaseEndNs()));
        avro.setWatermarkNs(orNull(evidence.watermarkNs()));
        avro.setClockKnown(evidence.clockKnown());
        avro.setLoNs(orNull(evidence.loNs()));
        avro.setHiNs(orNull(evidence.hiNs()));
        avro.setRefNs(orNull(evidence.refNs()));
        avro.setPointNs(orNull(evidence.pointNs()));
        avro.setMinRttNs(orNull(evidence.minRttNs()));
        avro.setClockReaderIncarnation(orNull(evidence.clockReaderLife()));
        avro.setClockHolderIncarnation(orNull(evidence.clockHolderLife()));
        avro.setMarginNs(evidence.marginNs());
        avro.setDriftPpm(evidence.driftPpm());
        avro.setLeaseEventOffset(orNull(evidence.leaseEventOffset()));
        avro.setHandshakeSampleOffset(orNull(evidence.handshakeSampleOffset()));
        avro.setReadIntentOffset(orNull(evidence.readIntentOffset()));
        avro.setAsOf(toAvro(evidence.asOf()));
        return avro;
    }

    private static dev.kvlease.schemas.AsOf toAvro(AsOf asOf) {
        dev.kvlease.schemas.AsOf avro = new dev.kvlease.schemas.AsOf();
        avro.setPartition(asOf.partition());
        avro.setLeaseEvents(asOf.leaseEvents());
        avro.setHandshakeSamples(asOf.handshakeSamples());
        avro.setReadIntents(asOf.readIntents());
        avro.setReadOutcomes(asOf.readOutcomes());
        return avro;
    }

    /**
     * Writes a clock offset.
     *
     * @param offset the core's record
     * @return its Avro twin
     */
    public static dev.kvlease.schemas.ClockOffset toAvro(ClockOffset offset) {
        dev.kvlease.schemas.ClockOffset avro = new dev.kvlease.schemas.ClockOffset();
        avro.setHolderEngineId(offset.holder());
        avro.setHolderIncarnation(offset.holderLife());
        avro.setReaderEngineId(offset.reader());
        avro.setReaderIncarnation(offset.readerLife());
        avro.setOffsetNs(offset.offsetNs());
        avro.setMinRttNs(offset.minRttNs());
        avro.setLoNs(offset.loNs());
        avro.setHiNs(offset.hiNs());
        avro.setRefNs(offset.refNs());
        avro.setSuspect(offset.suspect());
        avro.setSamples(offset.samples());
        avro.setSteps(offset.steps());
        return avro;
    }

    /**
     * Writes a violation.
     *
     * @param violation the core's record
     * @return its Avro twin
     */
    public static dev.kvlease.schemas.Violation toAvro(Violation violation) {
        dev.kvlease.schemas.Violation avro = new dev.kvlease.schemas.Violation();
        avro.setViolationId(violation.id());
        avro.setType(VIOLATION_TYPES.of(violation.type()));
        avro.setCertainty(CERTAINTIES.of(violation.certainty()));
        avro.setHolderEngineId(violation.holder());
        avro.setHolderIncarnation(violation.holderLife());
        avro.setReaderEngineId(orNull(violation.reader()));
        avro.setReaderIncarnation(orNull(violation.readerLife()));
        avro.setRequestId(violation.requestId());
        avro.setReadRequestId(orNull(violation.readRequestId()));
        avro.setLeaseSeq(orNull(violation.leaseSeq()));
        avro.setBy(orNull(violation.by()));
        avro.setLeaseEndNs(orNull(violation.leaseEndNs()));
        avro.setStartedNs(orNull(violation.startedNs()));
        avro.setFinishedNs(orNull(violation.finishedNs()));
        avro.setEvidence(evidenceOf(violation));
        return avro;
    }

    private static ViolationEvidence evidenceOf(Violation violation) {
        ViolationEvidence avro = new ViolationEvidence();
        avro.setFinishedMinNs(orNull(violation.finishedMinNs()));
        avro.setFinishedMaxNs(orNull(violation.finishedMaxNs()));
        avro.setWatermarkNs(orNull(violation.watermarkNs()));
        avro.setIncomplete(violation.incompleteEvidence());
        avro.setAsOf(toAvro(violation.asOf()));
        return avro;
    }
}
