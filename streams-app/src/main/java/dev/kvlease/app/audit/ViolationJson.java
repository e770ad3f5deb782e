package dev.kvlease.app.audit;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.Verdict;

/** A violation with its circumstances as a JSON object. */
final class ViolationJson {
    private ViolationJson() {}

    static void write(FoundViolation found, NdjsonWriter out) {
        Violation violation = found.violation();
        out.beginElement();
        out.text(FieldNames.VIOLATION_ID, violation.id());
        out.symbol(FieldNames.TYPE, violation.type());
        out.symbol(FieldNames.CERTAINTY, violation.certainty());
        out.symbol("cause", found.cause());
        out.text("cause_meaning", found.cause().meaning());
        out.text("end_reason", found.endReason());
        out.number("time_ms", found.timeMs());
        out.text(FieldNames.HOLDER, violation.holder());
        out.text(FieldNames.HOLDER_LIFE, violation.holderLife());
        out.text(FieldNames.READER, violation.reader());
        out.text(FieldNames.READER_LIFE, violation.readerLife());
        out.text(FieldNames.REQUEST, violation.requestId());
        out.text(FieldNames.READ_REQUEST, violation.readRequestId());
        out.number(FieldNames.LEASE_SEQ, violation.leaseSeq());
        out.text(FieldNames.BY, violation.by());
        takers(found, out);
        lease(found, out);
        read(found, out);
        told(found.told(), out);
        found.clock().ifPresent(clock -> {
            out.beginObject("clock");
            AuditJson.clock(clock, out);
            out.endObject();
        });
        out.number(FieldNames.WATERMARK, violation.watermarkNs());
        out.flag(FieldNames.INCOMPLETE, violation.incompleteEvidence());
        found.outcome().ifPresent(place -> place("outcome_at", place, out));
        place("judged_at", found.judgedAt(), out);
        out.endObject();
    }

    private static void takers(FoundViolation found, NdjsonWriter out) {
        out.number("takers_in_all", found.takersInAll());
        out.beginArray("takers");
        for (Taker taker : found.takers()) {
            out.beginElement();
            out.text(FieldNames.REQUEST, taker.requestId());
            out.number(FieldNames.LEASE_SEQ, taker.leaseSeq());
            out.number("allocated_ns", taker.clockNs());
            out.number("blocks", taker.blocks());
            out.number("exclusive_blocks", taker.exclusive());
            out.endObject();
        }
        out.endArray();
    }

    /** On the holder's clock. */
    private static void lease(FoundViolation found, NdjsonWriter out) {
        out.beginObject("lease");
        out.number("allocated_ns", found.allocatedNs());
        out.number(FieldNames.EXPIRY, found.expiryNs());
        out.number("end_ns", found.violation().leaseEndNs());
        out.endObject();
    }

    /** On the reader's clock, on the holder's, and how far beyond the lease's end and its deadline. */
    private static void read(FoundViolation found, NdjsonWriter out) {
        Violation violation = found.violation();
        if (violation.readRequestId().isEmpty()) {
            return;
        }
        out.beginObject("read");
        out.number(FieldNames.STARTED, violation.startedNs());
        out.number(FieldNames.FINISHED, violation.finishedNs());
        out.number("started_min_ns", found.started().minNs());
        out.number("started_max_ns", found.started().maxNs());
        out.number(FieldNames.FINISHED_MIN, violation.finishedMinNs());
        out.number(FieldNames.FINISHED_MAX, violation.finishedMaxNs());
        out.number("past_end_min_ns", difference(violation.finishedMinNs(), violation.leaseEndNs()));
        out.number("past_end_max_ns", difference(violation.finishedMaxNs(), violation.leaseEndNs()));
        out.number("past_deadline_min_ns", difference(violation.finishedMinNs(), found.expiryNs()));
        out.number("past_deadline_max_ns", difference(violation.finishedMaxNs(), found.expiryNs()));
        out.endObject();
    }

    private static long difference(long laterNs, long earlierNs) {
        return Absent.is(laterNs) || Absent.is(earlierNs) ? Absent.LONG : laterNs - earlierNs;
    }

    private static void told(Told told, NdjsonWriter out) {
        out.beginObject("told");
        out.symbol("answer", told.answer());
        if (told.verdict().isPresent()) {
            Verdict verdict = told.verdict().get();
            out.number("time_ms", told.recordTimeMs());
            out.symbol(FieldNames.REASON, verdict.reason());
            out.symbol(FieldNames.RULE, verdict.evidence().rule());
            out.number(FieldNames.READABLE_UNTIL, verdict.readableUntilNs());
            out.number(FieldNames.DEADLINE, verdict.deadlineNs());
        }
        out.endObject();
    }

    static void place(String field, Place place, NdjsonWriter out) {
        out.beginObject(field);
        out.text(FieldNames.TOPIC, place.topic().shortName());
        out.number(FieldNames.PARTITION, place.origin().partition());
        out.number(FieldNames.OFFSET, place.origin().offset());
        out.text(FieldNames.FILE, place.origin().file());
        out.number(FieldNames.LINE, place.origin().line());
        out.number("time_ms", place.recordTimeMs());
        out.endObject();
    }
}
