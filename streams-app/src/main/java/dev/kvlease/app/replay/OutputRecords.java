package dev.kvlease.app.replay;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.verdict.Evidence;
import dev.kvlease.core.verdict.Verdict;

/** Writes the fields of output records as JSON, named as in the Avro schemas; null fields are left out. */
public final class OutputRecords {
    private OutputRecords() {}

    /**
     * Writes the fields of a verdict.
     *
     * @param verdict what to write
     * @param out where to, within an object
     */
    public static void verdict(Verdict verdict, NdjsonWriter out) {
        out.text(FieldNames.READER, verdict.reader());
        out.text(FieldNames.READER_LIFE, verdict.readerLife());
        out.text(FieldNames.HOLDER, verdict.holder());
        out.text(FieldNames.HOLDER_LIFE, verdict.holderLife());
        out.text(FieldNames.REQUEST, verdict.requestId());
        out.text(FieldNames.READ_REQUEST, verdict.readRequestId());
        out.number(FieldNames.LEASE_SEQ, verdict.leaseSeq());
        out.symbol(FieldNames.STATUS, verdict.status());
        out.symbol(FieldNames.REASON, verdict.reason());
        out.symbol(FieldNames.TRIGGER, verdict.trigger());
        out.flag(FieldNames.PROVISIONAL, verdict.provisional());
        out.number(FieldNames.READABLE_UNTIL, verdict.readableUntilNs());
        out.number(FieldNames.DEADLINE, verdict.deadlineNs());
        out.number(FieldNames.REVISION, verdict.revision());
        out.beginObject(FieldNames.EVIDENCE);
        evidence(verdict.evidence(), out);
        out.endObject();
    }

    private static void evidence(Evidence evidence, NdjsonWriter out) {
        out.symbol(FieldNames.RULE, evidence.rule());
        out.flag(FieldNames.TRACKED, evidence.tracked());
        out.number(FieldNames.NOW, evidence.nowNs());
        out.number(FieldNames.EXPIRY, evidence.expiryNs());
        out.number(FieldNames.LEASE_END, evidence.leaseEndNs());
        out.number(FieldNames.WATERMARK, evidence.watermarkNs());
        out.flag(FieldNames.CLOCK_KNOWN, evidence.clockKnown());
        out.number(FieldNames.LO, evidence.loNs());
        out.number(FieldNames.HI, evidence.hiNs());
        out.number(FieldNames.REF, evidence.refNs());
        out.number(FieldNames.POINT, evidence.pointNs());
        out.number(FieldNames.MIN_RTT, evidence.minRttNs());
        out.text(FieldNames.CLOCK_READER_LIFE, evidence.clockReaderLife());
        out.text(FieldNames.CLOCK_HOLDER_LIFE, evidence.clockHolderLife());
        out.number(FieldNames.MARGIN, evidence.marginNs());
        out.number(FieldNames.DRIFT_PPM, evidence.driftPpm());
        out.number(FieldNames.LEASE_EVENT_OFFSET, evidence.leaseEventOffset());
        out.number(FieldNames.HANDSHAKE_SAMPLE_OFFSET, evidence.handshakeSampleOffset());
        out.number(FieldNames.READ_INTENT_OFFSET, evidence.readIntentOffset());
        asOf(evidence.asOf(), out);
    }

    /**
     * Writes the fields of a clock offset.
     *
     * @param offset what to write
     * @param out where to, within an object
     */
    public static void clockOffset(ClockOffset offset, NdjsonWriter out) {
        out.text(FieldNames.HOLDER, offset.holder());
        out.text(FieldNames.HOLDER_LIFE, offset.holderLife());
        out.text(FieldNames.READER, offset.reader());
        out.text(FieldNames.READER_LIFE, offset.readerLife());
        out.number(FieldNames.CLOCK_OFFSET, offset.offsetNs());
        out.number(FieldNames.MIN_RTT, offset.minRttNs());
        out.number(FieldNames.LO, offset.loNs());
        out.number(FieldNames.HI, offset.hiNs());
        out.number(FieldNames.REF, offset.refNs());
        out.flag(FieldNames.SUSPECT, offset.suspect());
        out.number(FieldNames.SAMPLES, offset.samples());
        out.number(FieldNames.STEPS, offset.steps());
    }

    /**
     * Writes the fields of a violation.
     *
     * @param violation what to write
     * @param out where to, within an object
     */
    public static void violation(Violation violation, NdjsonWriter out) {
        out.text(FieldNames.VIOLATION_ID, violation.id());
        out.symbol(FieldNames.TYPE, violation.type());
        out.symbol(FieldNames.CERTAINTY, violation.certainty());
        out.text(FieldNames.HOLDER, violation.holder());
        out.text(FieldNames.HOLDER_LIFE, violation.holderLife());
        out.text(FieldNames.READER, violation.reader());
        out.text(FieldNames.READER_LIFE, violation.readerLife());
        out.text(FieldNames.REQUEST, violation.requestId());
        out.text(FieldNames.READ_REQUEST, violation.readRequestId());
        out.number(FieldNames.LEASE_SEQ, violation.leaseSeq());
        out.text(FieldNames.BY, violation.by());
        out.number(FieldNames.LEASE_END, violation.leaseEndNs());
        out.number(FieldNames.STARTED, violation.startedNs());
        out.number(FieldNames.FINISHED, violation.finishedNs());
        out.beginObject(FieldNames.EVIDENCE);
        out.number(FieldNames.FINISHED_MIN, violation.finishedMinNs());
        out.number(FieldNames.FINISHED_MAX, violation.finishedMaxNs());
        out.number(FieldNames.WATERMARK, violation.watermarkNs());
        out.flag(FieldNames.INCOMPLETE, violation.incompleteEvidence());
        asOf(violation.asOf(), out);
        out.endObject();
    }

    private static void asOf(AsOf asOf, NdjsonWriter out) {
        out.beginObject(FieldNames.AS_OF);
        out.number(FieldNames.PARTITION, asOf.partition());
        out.number(FieldNames.LEASE_EVENTS, asOf.leaseEvents());
        out.number(FieldNames.HANDSHAKE_SAMPLES, asOf.handshakeSamples());
        out.number(FieldNames.READ_INTENTS, asOf.readIntents());
        out.number(FieldNames.READ_OUTCOMES, asOf.readOutcomes());
        out.endObject();
    }
}
