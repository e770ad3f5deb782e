package dev.kvlease.app.http;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.feed.Recent;
import dev.kvlease.app.feed.Second;
import dev.kvlease.app.query.StreamAccess;
import dev.kvlease.app.replay.OutputRecords;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.Verdict;
import java.util.List;
import java.util.UUID;

/** What this instance has said lately, as JSON. */
final class OwnFeed {
    private static final int RUN_DIGITS = 8;
    private static final String AT = "at_ms";

    private final StreamAccess stream;
    private final Feed feed;
    private final String run = UUID.randomUUID().toString().substring(0, RUN_DIGITS);

    OwnFeed(StreamAccess stream, Feed feed) {
        this.stream = stream;
        this.feed = feed;
    }

    /** What came after a cursor; all that is kept if it is none of this instance. */
    byte[] since(String cursor) {
        LiveCursor from = LiveCursor.of(cursor, run);
        Recent<Feed.Timed<Verdict>> verdicts = feed.verdicts(from.verdicts());
        Recent<Feed.Timed<Violation>> violations = feed.violations(from.violations());
        Recent<Second> seconds = feed.seconds(from.seconds());
        LiveCursor next = new LiveCursor(run, verdicts.next(), violations.next(), seconds.next());
        StreamAccess.Fixed fixed = stream.fixed();
        return Json.object(out -> {
            out.text("address", fixed.self().host() + ":" + fixed.self().port());
            out.symbol("state", stream.state());
            out.number("input_partitions", fixed.inputPartitions());
            out.list(
                    "partitions",
                    stream.partitionsHere().stream().mapToInt(Integer::intValue).toArray());
            out.text("next", next.toString());
            out.number("missed_verdicts", from.verdicts() == 0 ? 0 : verdicts.missed());
            out.beginArray("seconds");
            seconds.items().forEach(second -> second(second, out));
            out.endArray();
            verdicts(verdicts.items(), out);
            violations(violations.items(), out);
        });
    }

    private static void second(Second second, NdjsonWriter out) {
        out.beginElement();
        out.number(AT, second.atMs());
        out.beginArray("counts");
        second.counts().forEach(count -> {
            out.beginElement();
            out.symbol("told", count.told());
            out.symbol(FieldNames.REASON, count.reason());
            out.number("count", count.count());
            out.endObject();
        });
        out.endArray();
        out.endObject();
    }

    private static void verdicts(List<Feed.Timed<Verdict>> verdicts, NdjsonWriter out) {
        out.beginArray("verdicts");
        verdicts.forEach(said -> {
            Verdict verdict = said.item();
            out.beginElement();
            out.number(AT, said.recordTimeMs());
            out.text(FieldNames.READER, verdict.reader());
            out.text(FieldNames.HOLDER, verdict.holder());
            out.text(FieldNames.REQUEST, verdict.requestId());
            out.text(FieldNames.READ_REQUEST, verdict.readRequestId());
            out.symbol(FieldNames.STATUS, verdict.status());
            out.symbol(FieldNames.REASON, verdict.reason());
            out.symbol(FieldNames.TRIGGER, verdict.trigger());
            out.symbol(FieldNames.RULE, verdict.evidence().rule());
            out.flag(FieldNames.PROVISIONAL, verdict.provisional());
            out.number("headroom_ns", headroomNs(verdict));
            out.endObject();
        });
        out.endArray();
    }

    private static long headroomNs(Verdict verdict) {
        long nowNs = verdict.evidence().nowNs();
        return Absent.is(nowNs) || Absent.is(verdict.deadlineNs()) ? Absent.LONG : verdict.deadlineNs() - nowNs;
    }

    private static void violations(List<Feed.Timed<Violation>> violations, NdjsonWriter out) {
        out.beginArray("violations");
        violations.forEach(said -> {
            out.beginElement();
            out.number(AT, said.recordTimeMs());
            OutputRecords.violation(said.item(), out);
            out.endObject();
        });
        out.endArray();
    }
}
