package dev.kvlease.app.explain;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.ReplayOutput;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Verdict;

/** A case as one JSON object: {@code timeline} and {@code verdicts}, the latter with the steps of their arithmetic. */
public final class CaseJson {
    private CaseJson() {}

    /**
     * Writes a case out.
     *
     * @param file the case
     * @param out takes one line
     */
    public static void write(CaseFile file, NdjsonWriter out) {
        out.beginLine();
        writeFields(file, out);
        out.endLine();
    }

    /**
     * Writes the fields of a case into an object that is open.
     *
     * @param file the case
     * @param out where the object is open
     */
    public static void writeFields(CaseFile file, NdjsonWriter out) {
        out.text(FieldNames.HOLDER, file.query().holder());
        out.text(FieldNames.REQUEST, file.query().request());
        out.number("records", file.records());
        if (!file.history().isEmpty()) {
            out.number("history_left_out", file.history().size());
        }
        out.beginArray("leases");
        LeaseText.write(file, file.drift(), out);
        out.endArray();
        out.beginArray("timeline");
        file.entries().forEach(entry -> entry(entry, file, out));
        out.endArray();
        out.beginArray("verdicts");
        file.verdicts().forEach(verdict -> verdict(verdict, out));
        out.endArray();
    }

    private static void entry(Entry entry, CaseFile file, NdjsonWriter out) {
        Origin origin = entry.origin();
        PairTime time = PairTime.of(entry, CaseText.readerOf(entry, file), file.entries());
        out.beginElement();
        out.text(FieldNames.FILE, origin.file());
        if (origin.line() > 0) {
            out.number(FieldNames.LINE, origin.line());
        }
        out.number(FieldNames.TIMESTAMP, origin.recordTimeMs());
        out.text(FieldNames.TOPIC, entry.input().topic().shortName());
        out.number(FieldNames.PARTITION, origin.partition());
        out.number(FieldNames.OFFSET, origin.offset());
        out.number("holder_clock_ns", time.holderNs());
        out.number("reader_clock_ns", time.readerNs());
        out.text("text", Words.of(entry.input()));
        out.texts("follows", entry.consequences().stream().map(Words::of).toList());
        out.endObject();
    }

    private static void verdict(Verdict verdict, NdjsonWriter out) {
        Rule rule = verdict.evidence().rule();
        out.beginElement();
        ReplayOutput.writeFields(verdict, out);
        out.text("meaning", RuleText.meaning(verdict.reason()));
        out.text(
                "rule_text",
                rule == Rule.REVOCATION ? RuleText.revocationCause(verdict.reason()) : RuleText.condition(rule));
        out.beginArray("arithmetic");
        for (Step step : Arithmetic.of(verdict)) {
            out.beginElement();
            out.text("name", step.name());
            out.text("formula", step.formula());
            out.number("value_ns", step.valueNs());
            out.endObject();
        }
        out.endArray();
        out.endObject();
    }
}
