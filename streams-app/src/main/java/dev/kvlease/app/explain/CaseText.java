package dev.kvlease.app.explain;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.Evidence;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A case as text for whoever is on call: first what happened, then why each verdict was what it was. */
public final class CaseText {
    private static final String ROW = "%-23s  %16s  %16s  %s";
    private static final int ROW_BEFORE_WORDS = 63;
    private static final int NARROWEST_PLACE = 7;

    private final CaseFile file;
    private final List<String> sources;
    private final int placeWidth;
    private final StringBuilder text = new StringBuilder();

    private CaseText(CaseFile file) {
        this.file = file;
        this.sources = file.entries().stream()
                .map(entry -> entry.origin().file())
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
        this.placeWidth =
                file.entries().stream().mapToInt(entry -> place(entry).length()).reduce(NARROWEST_PLACE, Math::max);
    }

    /**
     * Writes a case out.
     *
     * @param file the case
     * @return lines, each ended
     */
    public static String of(CaseFile file) {
        CaseText text = new CaseText(file);
        text.head();
        text.sources();
        text.text.append(LeaseText.of(file, file.drift()));
        text.timeline();
        text.verdicts();
        return text.text.toString();
    }

    private void head() {
        CaseQuery query = file.query();
        line("Lease of request %s at holder %s", query.request(), query.holder());
        List<Verdict> verdicts = file.verdicts();
        if (verdicts.isEmpty()) {
            line("No read of it was answered in these %,d records.", file.records());
        } else {
            Verdict last = verdicts.get(verdicts.size() - 1);
            line(
                    "%,d verdict%s in %,d records; the last: read %s of %s is %s, because %s (%s).",
                    verdicts.size(),
                    verdicts.size() == 1 ? "" : "s",
                    file.records(),
                    last.readRequestId(),
                    last.reader(),
                    last.status(),
                    RuleText.meaning(last.reason()),
                    last.reason());
        }
        int before = file.history().size();
        if (before > 0) {
            line(
                    "%,d record%s of it lie%s before --from: applied, and not shown.",
                    before, before == 1 ? "" : "s", before == 1 ? "s" : "");
        }
        line("");
    }

    /** Numbers the files where there are several, as the timeline names them. */
    private void sources() {
        if (sources.size() < 2) {
            return;
        }
        line("FILES");
        for (int number = 1; number <= sources.size(); number++) {
            line("  %d  %s", number, sources.get(number - 1));
        }
        line("");
    }

    private void timeline() {
        line("TIMELINE, in the order consumed; clocks in seconds, ~ computed from the other clock");
        row("from", "record time (UTC)", "holder's clock", "reader's clock", "");
        for (Entry entry : file.entries()) {
            PairTime time = PairTime.of(entry, readerOf(entry, file), file.entries());
            row(
                    place(entry),
                    Times.record(entry.origin().recordTimeMs()),
                    time.holderText(),
                    time.readerText(),
                    Words.of(entry.input()));
            String follows = " ".repeat(placeWidth + ROW_BEFORE_WORDS);
            entry.consequences().forEach(consequence -> line("%s-> %s", follows, Words.of(consequence)));
        }
        line("");
    }

    private void row(String place, String... columns) {
        line(
                "%-" + placeWidth + "s " + ROW,
                Stream.concat(Stream.of(place), Stream.of(columns)).toArray());
    }

    /** Whose clock an entry is told by: its own reader's, else that of the case's first read. */
    static String readerOf(Entry entry, CaseFile file) {
        Input input = entry.input();
        if (input instanceof Input.Sample sample) {
            return sample.sample().reader();
        }
        if (input instanceof Input.Intent intent) {
            return intent.intent().reader();
        }
        if (input instanceof Input.Outcome outcome) {
            return outcome.outcome().reader();
        }
        return file.query()
                .reader()
                .or(() -> file.verdicts().stream().map(Verdict::reader).findFirst())
                .orElse("");
    }

    private void verdicts() {
        for (Verdict verdict : file.verdicts()) {
            boolean answer = verdict.trigger() == Trigger.READ_INTENT;
            line(
                    "VERDICT %s read %s of %s: %s, %s%s",
                    answer ? "on" : "taken back for",
                    verdict.readRequestId(),
                    verdict.reader(),
                    verdict.status(),
                    verdict.reason(),
                    verdict.provisional() ? " (provisional: asking again may help)" : "");
            line("  because   %s", RuleText.meaning(verdict.reason()));
            rule(verdict);
            facts(verdict);
            Arithmetic.of(verdict)
                    .forEach(step -> line(
                            "    %-50s = %s",
                            step.name(), Times.exact(step.valueNs()) + "   [" + step.formula() + "]"));
            conclusion(verdict);
            line("");
        }
    }

    private void rule(Verdict verdict) {
        Rule rule = verdict.evidence().rule();
        if (rule == Rule.REVOCATION) {
            line("  rule      Revocation: %s", RuleText.revocationCause(verdict.reason()));
        } else {
            line("  rule      %s: %s", rule, RuleText.condition(rule));
        }
    }

    private void facts(Verdict verdict) {
        Evidence evidence = verdict.evidence();
        line(
                "  reader    %s (R), life %s%n  holder    %s (H), life %s, %s",
                verdict.reader(),
                verdict.readerLife(),
                verdict.holder(),
                verdict.holderLife().isEmpty() ? "unknown" : verdict.holderLife(),
                evidence.tracked()
                        ? "tracked, last heard at " + Times.clock(evidence.watermarkNs())
                        : "not tracked: it has sent no lease events");
        leaseFacts(evidence);
        clockFacts(verdict);
        sourceRecords(evidence);
    }

    private void leaseFacts(Evidence evidence) {
        if (!Absent.is(evidence.leaseEndNs())) {
            line("  lease     over since %s on the holder's clock", Times.clock(evidence.leaseEndNs()));
        } else if (!Absent.is(evidence.expiryNs())) {
            line("  lease     until %s on the holder's clock", Times.clock(evidence.expiryNs()));
        }
    }

    /** The records that decided. */
    private void sourceRecords(Evidence evidence) {
        int partition = evidence.asOf().partition();
        String records = Stream.of(
                        record(Topic.LEASE_EVENTS, partition, evidence.leaseEventOffset()),
                        record(Topic.HANDSHAKE_SAMPLES, partition, evidence.handshakeSampleOffset()),
                        record(Topic.READ_INTENTS, partition, evidence.readIntentOffset()))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(System.lineSeparator() + " ".repeat(12)));
        if (!records.isEmpty()) {
            line("  rests on  %s", records);
        }
    }

    /** The record at an offset, in words if it is part of the timeline. */
    private Optional<String> record(Topic topic, int partition, long offset) {
        if (Absent.is(offset)) {
            return Optional.empty();
        }
        return file.all().stream()
                .filter(entry -> entry.input().topic() == topic
                        && entry.origin().partition() == partition
                        && entry.origin().offset() == offset)
                .findFirst()
                .map(entry -> entry.origin().place(topic) + ": " + Words.of(entry.input()))
                .or(() -> Optional.of(new Origin("", 0, partition, offset, 0).place(topic)));
    }

    /** The line, behind the number of its file if there are several; else its place in the topic. */
    private String place(Entry entry) {
        Origin origin = entry.origin();
        if (origin.line() == 0) {
            return origin.place(entry.input().topic());
        }
        return (sources.size() < 2 ? "" : sources.indexOf(origin.file()) + 1 + ":") + origin.line();
    }

    private void clockFacts(Verdict verdict) {
        Evidence evidence = verdict.evidence();
        if (Absent.is(evidence.refNs())) {
            line("  clocks    no handshake sample between these lives of the two had arrived");
            return;
        }
        line(
                "  clocks    H - R in [lo, hi] = [%s, %s] at R's ref = %s; best guess %s, round trip %s%s",
                Times.exact(evidence.loNs()),
                Times.exact(evidence.hiNs()),
                Times.exact(evidence.refNs()),
                Times.exact(evidence.pointNs()),
                Times.span(evidence.minRttNs()),
                evidence.clockKnown() ? "" : "; NOT usable: a sample disagrees or is of a life to come");
        boolean otherReader = !evidence.clockReaderLife().equals(verdict.readerLife());
        boolean otherHolder = !evidence.clockHolderLife().equals(verdict.holderLife());
        if (otherReader || otherHolder) {
            line(
                    "            measured between life %s of %s and life %s of %s",
                    evidence.clockReaderLife(), verdict.reader(), evidence.clockHolderLife(), verdict.holder());
        }
    }

    private void conclusion(Verdict verdict) {
        Evidence evidence = verdict.evidence();
        if (evidence.rule() == Rule.V15) {
            line(
                    "  so        the holder was last heard at %s on its clock, which is too long ago at %s on the reader's",
                    Times.clock(evidence.watermarkNs()), Times.clock(evidence.nowNs()));
            return;
        }
        boolean times = Arithmetic.isByClock(evidence.rule()) && evidence.clockKnown();
        if (!times || Absent.is(verdict.deadlineNs())) {
            return;
        }
        long distanceNs = verdict.deadlineNs() - evidence.nowNs();
        String conclusion =
                switch (evidence.rule()) {
                    case V17 ->
                        distanceNs <= 0
                                ? "the deadline passed " + Times.span(distanceNs) + " before it was asked"
                                : "the holder itself has said that its clock is past the deadline";
                    case V18 ->
                        "the deadline is " + Times.span(distanceNs) + " away, but a read needs "
                                + Times.span(evidence.marginNs());
                    default ->
                        "the deadline is " + Times.span(distanceNs) + " away; the read may start within "
                                + Times.span(verdict.readableUntilNs() - evidence.nowNs());
                };
        line("  so        %s", conclusion);
    }

    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append(System.lineSeparator());
    }
}
