package dev.kvlease.app.hindsight;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.ReplayOutput;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.verdict.Verdict;

/** Writes answers that would have been others as NDJSON, one a line. */
public final class HindsightJson {
    private final NdjsonWriter out;

    /**
     * A writer.
     *
     * @param out where the lines go
     */
    public HindsightJson(NdjsonWriter out) {
        this.out = out;
    }

    /**
     * Writes a line.
     *
     * @param hindsight an answer that would have been another
     */
    public void write(Hindsight hindsight) {
        out.beginLine();
        out.text(FieldNames.KIND, "hindsight");
        out.beginObject("asked_at");
        place(Topic.READ_INTENTS, hindsight.asked());
        out.endObject();
        verdict("live", hindsight.live());
        verdict("hindsight", hindsight.then());
        out.number("late_records", hindsight.lateTotal());
        out.beginArray("late");
        for (LateRecord late : hindsight.late()) {
            out.beginElement();
            place(late.topic(), late.at());
            out.text("what", late.what());
            out.number("late_ms", late.lateMs());
            out.number("before_ns", late.beforeNs());
            out.flag("related", late.related());
            out.endObject();
        }
        out.endArray();
        out.endLine();
    }

    private void verdict(String name, Verdict verdict) {
        out.beginObject(name);
        ReplayOutput.writeFields(verdict, out);
        out.endObject();
    }

    private void place(Topic topic, Origin at) {
        out.text(FieldNames.TOPIC, topic.shortName());
        out.text(FieldNames.FILE, at.file());
        if (at.line() > 0) {
            out.number(FieldNames.LINE, at.line());
        }
        out.number(FieldNames.PARTITION, at.partition());
        out.number("offset", at.offset());
        out.number(FieldNames.TIMESTAMP, at.recordTimeMs());
    }
}
