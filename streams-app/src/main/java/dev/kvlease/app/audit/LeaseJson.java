package dev.kvlease.app.audit;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.explain.LeaseHistory;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.Verdict;

/** A lease to be drawn as a JSON object; times are on the holder's clock. */
final class LeaseJson {
    private LeaseJson() {}

    static void write(LeaseBar bar, NdjsonWriter out) {
        LeaseHistory lease = bar.lease();
        LeaseEvent allocation = lease.allocation();
        out.beginElement();
        out.text(FieldNames.HOLDER, allocation.holder());
        out.text(FieldNames.HOLDER_LIFE, allocation.life());
        out.text(FieldNames.REQUEST, allocation.requestId());
        out.number(FieldNames.LEASE_SEQ, allocation.seq());
        out.number("time_ms", bar.recordTimeMs());
        out.flag("suspect", bar.isSuspect());
        out.number("allocated_ns", allocation.clockNs());
        out.number("first_expiry_ns", allocation.expiryNs());
        out.beginArray("extensions");
        for (LeaseEvent extension : lease.extensions()) {
            out.beginElement();
            out.number(FieldNames.ENGINE_CLOCK, extension.clockNs());
            out.number(FieldNames.EXPIRY, extension.expiryNs());
            out.endObject();
        }
        out.endArray();
        out.number(FieldNames.EXPIRY, lease.expiryNs());
        lease.end().ifPresent(end -> end(end, out));
        lease.replacement().ifPresent(next -> end(next, out));
        out.beginArray("reads");
        bar.reads().forEach(read -> read(read, out));
        out.endArray();
        out.endObject();
    }

    /** The event that ended it: a release, a sweep or the request's next allocation. */
    private static void end(LeaseEvent event, NdjsonWriter out) {
        out.number("end_ns", event.clockNs());
        out.symbol("end_event", event.type());
        out.text("end_reason", event.reason());
    }

    private static void read(LeaseBar.Mark read, NdjsonWriter out) {
        out.beginElement();
        out.text(FieldNames.READER, read.reader());
        out.text(FieldNames.READ_REQUEST, read.readRequestId());
        span("asked", read.asked(), out);
        read.answer().ifPresent(verdict -> answer(verdict, out));
        read.ended().ifPresent(status -> out.symbol(FieldNames.STATUS, status));
        span("started", read.started(), out);
        span("finished", read.finished(), out);
        read.endedAt().ifPresent(at -> out.number("time_ms", at.recordTimeMs()));
        out.endObject();
    }

    private static void answer(Verdict verdict, NdjsonWriter out) {
        out.symbol("answer", Counts.Answer.of(verdict));
        out.symbol(FieldNames.REASON, verdict.reason());
    }

    private static void span(String name, Span span, NdjsonWriter out) {
        out.number(name + "_min_ns", span.minNs());
        out.number(name + "_max_ns", span.maxNs());
    }
}
