package dev.kvlease.app.simulate;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.fleet.truth.GroundTruth;
import dev.kvlease.fleet.truth.LeaseEnd;
import dev.kvlease.fleet.truth.ReadSpan;
import dev.kvlease.fleet.truth.ReadTruth;

/**
 * Writes the ground truth of each read as a line of NDJSON: what became of it, whether its bytes were foreign, and what
 * a reader without any gate would have got.
 */
public final class TruthFile implements GroundTruth {
    private final NdjsonWriter out;

    /**
     * A truth file.
     *
     * @param out where its lines go
     */
    public TruthFile(NdjsonWriter out) {
        this.out = out;
    }

    @Override
    public void read(ReadTruth read) {
        out.beginLine();
        out.text(FieldNames.READER, read.reader());
        out.text(FieldNames.READER_LIFE, read.readerLife());
        out.text(FieldNames.HOLDER, read.holder());
        out.text(FieldNames.HOLDER_LIFE, read.holderLife());
        out.text(FieldNames.REQUEST, read.requestId());
        out.text(FieldNames.READ_REQUEST, read.readRequestId());
        out.number(FieldNames.LEASE_SEQ, read.leaseSeq());
        out.symbol("fate", read.fate());
        out.text(FieldNames.REASON, read.reason());
        out.flag("used_foreign_bytes", read.usedForeignBytes());
        out.flag("original_fix_reads", read.originalFixReads());
        read.actual().ifPresent(span -> span("actual", span));
        span("ungated", read.ungated());
        out.endLine();
    }

    private void span(String field, ReadSpan span) {
        out.beginObject(field);
        out.number("started_true_ns", span.startedTrueNs());
        out.number("finished_true_ns", span.finishedTrueNs());
        out.flag("unsafe", span.unsafe());
        out.flag("foreign", span.foreign());
        LeaseEnd end = span.end();
        out.symbol("lease_end", end.kind());
        out.text("lease_end_reason", end.reason());
        out.number("lease_end_clock_ns", end.clockNs());
        out.number("lease_end_seq", end.seq());
        out.number("lease_end_known_true_ns", end.knownTrueNs());
        out.endObject();
    }
}
