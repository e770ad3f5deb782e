package dev.kvlease.app.compare;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.Verdict;

/** Writes findings as NDJSON, one a line. */
public final class FindingJson {
    private final NdjsonWriter out;

    /**
     * A writer.
     *
     * @param out where the lines go
     */
    public FindingJson(NdjsonWriter out) {
        this.out = out;
    }

    /**
     * Writes a line.
     *
     * @param finding what came of a verdict
     */
    public void write(Finding finding) {
        out.beginLine();
        out.symbol(FieldNames.KIND, finding.kind());
        out.symbol("doubt", finding.doubt());
        out.number(FieldNames.PARTITION, finding.step().partition());
        out.number("run", finding.step().run());
        out.number("step", finding.step().step());
        place(
                "decided_by",
                finding.step().topic(),
                finding.step().partition(),
                finding.step().offset());
        finding.recorded().ifPresent(each -> place("recorded_at", Topic.VERDICTS, each.place(), each.offset()));
        finding.recorded().map(Recorded::verdict).or(finding::replayed).ifPresent(this::read);
        out.beginArray("fields");
        for (FieldDifference field : finding.fields()) {
            out.beginElement();
            out.text("field", field.field());
            out.text("recorded", String.valueOf(field.recorded()));
            out.text("replayed", String.valueOf(field.replayed()));
            out.endObject();
        }
        out.endArray();
        out.endLine();
    }

    private void place(String name, Topic topic, int partition, long offset) {
        out.beginObject(name);
        out.text(FieldNames.TOPIC, topic.shortName());
        out.number(FieldNames.PARTITION, partition);
        out.number("offset", offset);
        out.endObject();
    }

    private void read(Verdict verdict) {
        out.text(FieldNames.READER, verdict.getReaderEngineId());
        out.text(FieldNames.HOLDER, verdict.getHolderEngineId());
        out.text(FieldNames.REQUEST, verdict.getRequestId());
        out.text(FieldNames.READ_REQUEST, verdict.getReadRequestId());
    }
}
