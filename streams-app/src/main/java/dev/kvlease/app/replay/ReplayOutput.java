package dev.kvlease.app.replay;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Verdict;

/**
 * Writes what follows from each record as NDJSON, in order: {@code {"kind": "verdict" | "clock-offset" | "violation" |
 * "dead-letter", …}} with the fields of the record flat behind it.
 */
public final class ReplayOutput implements ReplayObserver {
    /** The {@code kind} of a verdict. */
    public static final String VERDICT = "verdict";
    /** The {@code kind} of a clock offset. */
    public static final String CLOCK_OFFSET = "clock-offset";
    /** The {@code kind} of a violation. */
    public static final String VIOLATION = "violation";
    /** The {@code kind} of a record that could not be used. */
    public static final String DEAD_LETTER = "dead-letter";
    /** The {@code reason} of a dead letter without a value. */
    public static final String NULL_VALUE = "NULL_VALUE";

    private final NdjsonWriter out;

    private Topic topic = Topic.LEASE_EVENTS;
    private Origin origin = new Origin("", 0, 0, 0, 0);

    /**
     * Output of a replay.
     *
     * @param out where the lines go
     */
    public ReplayOutput(NdjsonWriter out) {
        this.out = out;
    }

    @Override
    public void applying(Topic topicApplied, Origin at) {
        topic = topicApplied;
        origin = at;
    }

    @Override
    public void verdict(Verdict verdict) {
        begin(VERDICT);
        OutputRecords.verdict(verdict, out);
        out.endLine();
    }

    @Override
    public void violation(Violation violation) {
        begin(VIOLATION);
        OutputRecords.violation(violation, out);
        out.endLine();
    }

    @Override
    public void clockOffset(ClockOffset offset) {
        begin(CLOCK_OFFSET);
        OutputRecords.clockOffset(offset, out);
        out.endLine();
    }

    @Override
    public void refused(BadRecord reason) {
        deadLetter(reason.name(), reason.meaning());
    }

    @Override
    public void nullValue() {
        deadLetter(NULL_VALUE, "a record of this topic needs a value");
    }

    @Override
    public void unusable(DeadLetterReason reason, String detail) {
        deadLetter(reason.name(), reason.meaning() + (detail.isEmpty() ? "" : " (" + detail + ")"));
    }

    @Override
    public void note(Note note) {
        // Counted in the summary.
    }

    /**
     * Writes the fields of a verdict into an object that is open.
     *
     * @param verdict the verdict
     * @param out where the object is open
     */
    public static void writeFields(Verdict verdict, NdjsonWriter out) {
        OutputRecords.verdict(verdict, out);
    }

    private void begin(String kind) {
        out.beginLine();
        out.text(FieldNames.KIND, kind);
    }

    private void deadLetter(String reason, String meaning) {
        begin(DEAD_LETTER);
        out.text(FieldNames.REASON, reason);
        out.text(FieldNames.MESSAGE, meaning);
        out.text(FieldNames.TOPIC, topic.shortName());
        out.text(FieldNames.FILE, origin.file());
        if (origin.line() > 0) {
            out.number(FieldNames.LINE, origin.line());
        }
        out.number(FieldNames.PARTITION, origin.partition());
        out.number(FieldNames.OFFSET, origin.offset());
        out.endLine();
    }
}
