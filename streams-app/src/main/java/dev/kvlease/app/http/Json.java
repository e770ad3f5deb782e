package dev.kvlease.app.http;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.replay.OutputRecords;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.view.HolderFacts;
import dev.kvlease.core.view.LeaseFacts;
import dev.kvlease.core.view.ReadFacts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

/** Writes answers as JSON objects; what is absent is left out, and fields have the names that they have in records. */
final class Json {
    private Json() {}

    static byte[] object(Consumer<NdjsonWriter> fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (NdjsonWriter out = new NdjsonWriter(bytes)) {
            out.beginLine();
            fields.accept(out);
            out.endLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static byte[] error(String reason) {
        return object(out -> out.text("error", reason));
    }

    static void holder(HolderFacts facts, NdjsonWriter out) {
        out.text(FieldNames.HOLDER, facts.holder());
        out.text(FieldNames.HOLDER_LIFE, facts.life());
        out.flag("tracked", facts.tracked());
        out.flag("in_doubt", facts.inDoubt());
        out.number("watermark_ns", facts.watermarkNs());
        out.number("highest_seq", facts.highestSeq());
        out.number("missing_events", facts.missingEvents());
        out.number("oldest_gap_ns", facts.oldestGapNs());
        out.number("last_record_ms", facts.lastRecordTimeMs());
    }

    static void leases(List<LeaseFacts> leases, NdjsonWriter out) {
        out.beginArray("leases");
        leases.forEach(lease -> {
            out.beginElement();
            lease(lease, out);
            out.endObject();
        });
        out.endArray();
    }

    private static void lease(LeaseFacts lease, NdjsonWriter out) {
        out.text(FieldNames.REQUEST, lease.requestId());
        out.number(FieldNames.LEASE_SEQ, lease.seq());
        out.number("first_expiry_ns", lease.firstExpiryNs());
        out.number("expiry_ns", lease.expiryNs());
        out.number("max_reads", lease.maxReads());
        out.flag("ended", lease.end() != EndReason.NOT_ENDED);
        if (lease.end() != EndReason.NOT_ENDED) {
            out.symbol("end_reason", lease.end());
        }
        out.number("ended_at_ns", lease.endedAtNs());
        out.flag("trusted", lease.trusted());
        out.text("reused_by", lease.reusedBy());
    }

    static void clock(ClockOffset clock, NdjsonWriter out) {
        OutputRecords.clockOffset(clock, out);
    }

    static void reads(List<ReadFacts> reads, NdjsonWriter out) {
        out.beginArray("reads");
        reads.forEach(read -> {
            out.beginElement();
            read(read, out);
            out.endObject();
        });
        out.endArray();
    }

    private static void read(ReadFacts read, NdjsonWriter out) {
        out.text(FieldNames.READ_REQUEST, read.readRequestId());
        out.flag("open", read.open());
        out.flag("completed", read.completed());
        out.flag("waits_for_judgement", read.waiting());
        read.lastWord().ifPresent(verdict -> {
            out.beginObject("verdict");
            OutputRecords.verdict(verdict, out);
            out.endObject();
        });
    }
}
