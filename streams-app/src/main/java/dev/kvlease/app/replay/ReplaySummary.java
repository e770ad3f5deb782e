package dev.kvlease.app.replay;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.Locale;

/** Counts what came out of a replay. */
public final class ReplaySummary implements ReplayObserver {
    private final Tally<Reason> readable = new Tally<>(Reason.class);
    private final Tally<Reason> expired = new Tally<>(Reason.class);
    private final Tally<Reason> revoked = new Tally<>(Reason.class);
    private final Tally<ViolationType> certain = new Tally<>(ViolationType.class);
    private final Tally<ViolationType> possible = new Tally<>(ViolationType.class);
    private final Tally<BadRecord> refused = new Tally<>(BadRecord.class);
    private final Tally<DeadLetterReason> unusable = new Tally<>(DeadLetterReason.class);
    private final Tally<Note> notes = new Tally<>(Note.class);
    private long records;
    private long nullValues;
    private long clockOffsets;

    @Override
    public void applying(Topic topic, Origin at) {
        records++;
    }

    @Override
    public void nullValue() {
        nullValues++;
    }

    @Override
    public void unusable(DeadLetterReason reason, String detail) {
        unusable.add(reason);
    }

    @Override
    public void verdict(Verdict verdict) {
        tally(verdict).add(verdict.reason());
    }

    private Tally<Reason> tally(Verdict verdict) {
        if (verdict.trigger() != Trigger.READ_INTENT) {
            return revoked;
        }
        return verdict.status() == Status.READABLE ? readable : expired;
    }

    @Override
    public void violation(Violation violation) {
        (violation.certainty() == Certainty.CERTAIN ? certain : possible).add(violation.type());
    }

    @Override
    public void clockOffset(ClockOffset offset) {
        clockOffsets++;
    }

    @Override
    public void refused(BadRecord reason) {
        refused.add(reason);
    }

    @Override
    public void note(Note note) {
        notes.add(note);
    }

    /**
     * How many records were applied so far.
     *
     * @return the count, dead letters included
     */
    public long records() {
        return records;
    }

    /**
     * How many violations there are.
     *
     * @return the count of both certainties
     */
    public long violations() {
        return certain.total() + possible.total();
    }

    /**
     * The counts as a table for a person.
     *
     * @return lines, each ended; kinds of which there is none are left out
     */
    public String table() {
        StringBuilder table = new StringBuilder();
        row(table, "READABLE", readable.totalAndList());
        row(table, "EXPIRED", expired.totalAndList());
        row(table, "revoked", revoked.totalAndList());
        row(table, "violations, CERTAIN", certain.totalAndList());
        row(table, "violations, POSSIBLE", possible.totalAndList());
        row(table, "dead letters", refused.totalAndList());
        row(table, "unusable records", unusable.totalAndList());
        row(table, "records without value", nullValues == 0 ? "" : Tally.number(nullValues));
        row(table, "clock offsets", clockOffsets == 0 ? "" : Tally.number(clockOffsets));
        row(table, "noted", notes.list());
        return table.toString();
    }

    private static void row(StringBuilder table, String label, String content) {
        if (!content.isEmpty()) {
            table.append(String.format(Locale.ROOT, "  %-22s %s%n", label, content));
        }
    }
}
