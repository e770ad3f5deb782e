package dev.kvlease.app.audit;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.explain.CaseJson;
import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.verdict.Reason;
import java.util.List;
import java.util.Map;

/** An audit as one JSON object, as docs/schemas/audit.schema.json describes it. */
public final class AuditJson {
    /** Grows when a field changes its meaning or goes; new fields do not count. */
    public static final int FORMAT = 1;

    private final Audit audit;
    private final AuditSource source;
    private final NdjsonWriter out;

    private AuditJson(Audit audit, AuditSource source, NdjsonWriter out) {
        this.audit = audit;
        this.source = source;
        this.out = out;
    }

    /**
     * Writes an audit out.
     *
     * @param audit what was found
     * @param source what was read
     * @param out takes one line
     */
    public static void write(Audit audit, AuditSource source, NdjsonWriter out) {
        AuditJson json = new AuditJson(audit, source, out);
        out.beginLine();
        out.number("format", FORMAT);
        json.meta();
        json.summary();
        json.groups();
        json.violations();
        json.notJudged();
        json.series();
        json.clocks();
        json.holders();
        json.leases();
        json.suspects();
        out.endLine();
    }

    private void meta() {
        out.beginObject("meta");
        out.text("kvlease_version", source.version());
        out.texts("sources", source.names());
        out.number("first_record_ms", audit.firstMs());
        out.number("last_record_ms", audit.lastMs());
        out.number("records", audit.counts().records());
        out.beginObject("records_by_topic");
        audit.counts().recordsByTopic().forEach((topic, count) -> out.number(topic.shortName(), count));
        out.endObject();
        out.flag("input_whole", source.whole());
        out.number("null_values", audit.counts().nullValues());
        counts("refused_by_reason", audit.counts().refused());
        counts("notes", audit.counts().notes());
        out.beginObject("settings");
        out.number(FieldNames.MARGIN, audit.settings().marginNs());
        out.number(FieldNames.DRIFT_PPM, audit.settings().driftPpm());
        out.flag("untracked_expired", audit.settings().untrackedExpired());
        out.flag("missing_deadline_expired", audit.settings().missingDeadlineExpired());
        out.endObject();
        out.endObject();
    }

    private void counts(String field, Map<? extends Enum<?>, Long> counts) {
        out.beginObject(field);
        counts.forEach((symbol, count) -> out.number(symbol.name(), count));
        out.endObject();
    }

    private void summary() {
        Counts counts = audit.counts();
        Summary summary = Summary.of(audit);
        out.beginObject("summary");
        out.beginObject("violations");
        out.number("certain", summary.certain());
        out.number("possible", summary.possible());
        out.number("first_ms", summary.firstMs());
        out.number("last_ms", summary.lastMs());
        out.endObject();
        out.beginObject("reads");
        out.number("completed", counts.outcomes(ReadStatus.COMPLETED));
        out.number("clean", counts.clean());
        out.number("clean_on_incomplete_evidence", counts.cleanOnIncompleteEvidence());
        out.number("violating", counts.violating());
        out.number("not_judged", counts.notJudgedInAll());
        out.number("declined", counts.outcomes(ReadStatus.DECLINED));
        out.number("failed", counts.outcomes(ReadStatus.FAILED));
        out.number("repeated_outcomes", counts.repeated());
        out.number("without_outcome", counts.withoutOutcome());
        out.endObject();
        out.beginObject("verdicts");
        for (Counts.Answer answer : Counts.Answer.values()) {
            counts(answer.name(), counts.answers().getOrDefault(answer, Map.of()));
        }
        out.endObject();
        out.endObject();
    }

    private void groups() {
        Groups groups = Groups.of(audit.violations());
        out.beginObject("groups");
        groups("by_holder", groups.byHolder());
        groups("by_reader", groups.byReader());
        groups("by_cause", groups.byCause());
        out.endObject();
    }

    private void groups(String field, List<Groups.Group> groups) {
        out.beginArray(field);
        for (Groups.Group group : groups) {
            out.beginElement();
            out.text("name", group.name());
            out.number("certain", group.certain());
            out.number("possible", group.possible());
            out.number("first_ms", group.firstMs());
            out.number("last_ms", group.lastMs());
            out.endObject();
        }
        out.endArray();
    }

    private void violations() {
        out.beginArray("violations");
        audit.violations().forEach(found -> ViolationJson.write(found, out));
        out.endArray();
    }

    private void notJudged() {
        out.beginArray("not_judged");
        audit.counts().notJudged().forEach((reason, count) -> {
            out.beginElement();
            out.symbol(FieldNames.REASON, reason);
            out.text("meaning", reason.meaning());
            out.number("count", count);
            out.beginArray("reads");
            audit.unjudged().stream().filter(read -> read.reason() == reason).forEach(this::unjudged);
            out.endArray();
            out.endObject();
        });
        out.endArray();
    }

    private void unjudged(UnjudgedRead read) {
        ReadOutcome outcome = read.outcome();
        out.beginElement();
        out.text(FieldNames.HOLDER, outcome.holder());
        out.text(FieldNames.HOLDER_LIFE, outcome.holderLife());
        out.text(FieldNames.READER, outcome.reader());
        out.text(FieldNames.REQUEST, outcome.requestId());
        out.text(FieldNames.READ_REQUEST, outcome.readRequestId());
        out.number(FieldNames.STARTED, outcome.startedNs());
        out.number(FieldNames.FINISHED, outcome.finishedNs());
        ViolationJson.place("outcome_at", read.at(), out);
        out.endObject();
    }

    private void series() {
        out.beginObject("over_time");
        out.number("width_ms", audit.series().widthMs());
        out.beginArray("spans");
        audit.series().forEach(this::span);
        out.endArray();
        out.endObject();
    }

    private void span(long fromMs, long[] counts) {
        out.beginElement();
        out.number("from_ms", fromMs);
        out.number("certain", counts[SeriesKey.of(Certainty.CERTAIN)]);
        out.number("possible", counts[SeriesKey.of(Certainty.POSSIBLE)]);
        out.beginObject("verdicts");
        for (Counts.Answer answer : Counts.Answer.values()) {
            out.beginObject(answer.name());
            for (Reason reason : Reason.values()) {
                long count = counts[SeriesKey.of(answer, reason)];
                if (count > 0) {
                    out.number(reason.name(), count);
                }
            }
            out.endObject();
        }
        out.endObject();
        out.endObject();
    }

    private void clocks() {
        out.beginArray("clocks");
        audit.clocks().forEach((pair, clock) -> {
            out.beginElement();
            out.text(FieldNames.HOLDER, pair.holder());
            out.text(FieldNames.READER, pair.reader());
            out.number("points_left_out", clock.leftOut());
            out.beginArray("points");
            clock.points().forEach(this::point);
            out.endArray();
            out.endObject();
        });
        out.endArray();
    }

    private void point(ClockSeries.Point point) {
        out.beginElement();
        out.number("time_ms", point.recordTimeMs());
        out.flag("turn", point.turn());
        clock(point.offset(), out);
        out.endObject();
    }

    /** The fields of a pair's clock, but for the engines' names. */
    static void clock(ClockOffset clock, NdjsonWriter out) {
        out.text(FieldNames.HOLDER_LIFE, clock.holderLife());
        out.text(FieldNames.READER_LIFE, clock.readerLife());
        out.number(FieldNames.CLOCK_OFFSET, clock.offsetNs());
        out.number(FieldNames.MIN_RTT, clock.minRttNs());
        out.number(FieldNames.LO, clock.loNs());
        out.number(FieldNames.HI, clock.hiNs());
        out.number(FieldNames.REF, clock.refNs());
        out.flag(FieldNames.SUSPECT, clock.suspect());
        out.number(FieldNames.STEPS, clock.steps());
    }

    private void holders() {
        out.beginArray("holders");
        audit.lives().forEach((holder, lives) -> {
            out.beginElement();
            out.text(FieldNames.HOLDER, holder);
            out.beginArray("lives");
            for (LifeTrack life : lives) {
                out.beginElement();
                out.text(FieldNames.HOLDER_LIFE, life.life());
                out.number("first_ms", life.firstMs());
                out.number("last_ms", life.lastMs());
                out.number("clock_to_record_time_ns", life.toRecordTimeNs());
                out.flag("history_cut", life.isCut());
                out.endObject();
            }
            out.endArray();
            out.endObject();
        });
        out.endArray();
    }

    private void leases() {
        out.number("leases_left_out", audit.barsLeftOut());
        out.beginArray("leases");
        audit.bars().forEach(bar -> LeaseJson.write(bar, out));
        out.endArray();
    }

    private void suspects() {
        out.number("suspects_left_out", audit.suspectsLeftOut());
        out.beginArray("suspects");
        for (Audit.Suspect suspect : audit.suspects()) {
            out.beginElement();
            CaseJson.writeFields(suspect.timeline(), out);
            out.number("entries_left_out", suspect.entriesLeftOut());
            out.endObject();
        }
        out.endArray();
    }
}
