package dev.kvlease.app.audit;

import dev.kvlease.app.explain.Times;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.common.Absent;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** An audit as text for whoever was woken by it: the answer first, then the groups, then every violation. */
public final class AuditText {
    private static final Comparator<FoundViolation> WORST_FIRST = Comparator.comparing(
                    (FoundViolation found) -> !found.isCertain())
            .thenComparingLong(FoundViolation::timeMs);

    /** What a shell takes as it is. */
    private static final Pattern PLAIN_WORD = Pattern.compile("[\\w./:@%+=,-]+");

    private final Audit audit;
    private final AuditSource source;
    private final int most;
    private final StringBuilder text = new StringBuilder();

    private AuditText(Audit audit, AuditSource source, int most) {
        this.audit = audit;
        this.source = source;
        this.most = most;
    }

    /**
     * Writes an audit out.
     *
     * @param audit what was found
     * @param source what was read
     * @param most how many violations are listed one by one
     * @return lines, each ended
     */
    public static String of(Audit audit, AuditSource source, int most) {
        AuditText text = new AuditText(audit, source, most);
        text.answer();
        text.groups();
        text.violations();
        text.notJudged();
        text.basis();
        return text.text.toString();
    }

    private void answer() {
        Summary summary = Summary.of(audit);
        Counts counts = audit.counts();
        if (audit.violations().isEmpty()) {
            line("No read returned foreign bytes, as far as these records tell.");
        } else {
            long reads = counts.violating();
            line(
                    "%,d read%s may have returned foreign bytes; of %,d violation%s %,d CERTAIN, %,d POSSIBLE.",
                    reads,
                    reads == 1 ? "" : "s",
                    audit.violations().size(),
                    audit.violations().size() == 1 ? "" : "s",
                    summary.certain(),
                    summary.possible());
            line("First %s, last %s (UTC).", Times.record(summary.firstMs()), Times.record(summary.lastMs()));
            line("Holders: %s", names(Groups.of(audit.violations()).byHolder()));
        }
        line(
                "%,d reads completed: %,d clean, %,d violating, %,d that nothing can be said about.",
                counts.outcomes(ReadStatus.COMPLETED), counts.clean(), counts.violating(), counts.notJudgedInAll());
        if (counts.cleanOnIncompleteEvidence() > 0) {
            line(
                    "%,d of the clean ones were judged although a lease event was missing.",
                    counts.cleanOnIncompleteEvidence());
        }
        line("");
    }

    private static String names(List<Groups.Group> groups) {
        int shown = 5;
        StringJoiner names = new StringJoiner(", ");
        groups.stream()
                .limit(shown)
                .forEach(group -> names.add(String.format(
                        Locale.ROOT, "%s (%,d)", shown(group.name()), group.certain() + group.possible())));
        return names + (groups.size() > shown ? ", and " + (groups.size() - shown) + " more" : "");
    }

    private static String shown(String name) {
        return name.isEmpty() ? "(no read)" : name;
    }

    private void groups() {
        if (audit.violations().isEmpty()) {
            return;
        }
        Groups groups = Groups.of(audit.violations());
        group("BY CAUSE", groups.byCause(), Integer.MAX_VALUE);
        if (most > 0) {
            group("BY HOLDER", groups.byHolder(), most);
            group("BY READER", groups.byReader(), most);
        }
    }

    private void group(String title, List<Groups.Group> groups, int shown) {
        line("%-28s %9s %9s  %-23s  %s", title, "CERTAIN", "POSSIBLE", "first (UTC)", "last (UTC)");
        for (Groups.Group group : groups.subList(0, Math.min(shown, groups.size()))) {
            line(
                    "  %-26s %,9d %,9d  %-23s  %s",
                    shown(group.name()),
                    group.certain(),
                    group.possible(),
                    Times.record(group.firstMs()),
                    Times.record(group.lastMs()));
        }
        leftOut(groups.size(), shown);
        line("");
    }

    private void leftOut(int all, int shown) {
        if (all > shown) {
            line("  ... and %,d more; --json has all of them", all - shown);
        }
    }

    private void violations() {
        if (audit.violations().isEmpty() || most == 0) {
            return;
        }
        line("VIOLATIONS, the sure ones first");
        audit.violations().stream().sorted(WORST_FIRST).limit(most).forEach(this::violation);
        leftOut(audit.violations().size(), most);
        line("");
    }

    private void violation(FoundViolation found) {
        Violation violation = found.violation();
        line(
                "%s  %-8s  %s at %s",
                Times.record(found.timeMs()), violation.certainty(), violation.type(), violation.holder());
        line("    %s", whoseAndWho(found));
        line("    because   %s%s", found.cause().meaning(), reason(found));
        distance(found);
        if (!violation.readRequestId().isEmpty()) {
            line("    was told  %s", told(found.told()));
        }
        found.outcome().ifPresent(outcome -> line("    reported  in %s", outcome));
        line("    judged    by %s", found.judgedAt());
        if (violation.incompleteEvidence()) {
            line("    beware    lease events are missing that might change this");
        }
        line("    explain   %s", explain(violation));
    }

    /** A line to paste; where topics were read, the options that reach them are to be added. */
    private String explain(Violation violation) {
        StringBuilder command = new StringBuilder("./kvlease explain");
        source.names().forEach(name -> option(command, "input", name));
        option(command, "holder", violation.holder());
        option(command, "request", violation.requestId());
        if (!violation.readRequestId().isEmpty()) {
            option(command, "read", violation.readRequestId());
        }
        return command.toString();
    }

    private static void option(StringBuilder command, String name, String value) {
        command.append(" --").append(name).append(' ').append(shellWord(value));
    }

    /** As a shell takes it for one word. */
    static String shellWord(String value) {
        return PLAIN_WORD.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
    }

    private static String whoseAndWho(FoundViolation found) {
        Violation violation = found.violation();
        String bytes =
                found.takers().isEmpty() ? violation.by().isEmpty() ? "nobody known" : violation.by() : takers(found);
        if (violation.readRequestId().isEmpty()) {
            return "lease     of " + violation.requestId() + ", blocks given to " + bytes;
        }
        return "read      " + violation.readRequestId() + " by " + violation.reader() + ", of the lease of "
                + violation.requestId() + "; blocks given to " + bytes;
    }

    private static String takers(FoundViolation found) {
        StringJoiner takers = new StringJoiner(", ");
        found.takers().forEach(taker -> takers.add(taker.requestId() + " (" + blocksOf(taker) + ")"));
        int more = found.takersInAll() - found.takers().size();
        return takers + (more > 0 ? " and " + more + " more" : "");
    }

    /** A prefix that both share holds the same bytes: whoever has only that took nothing away. */
    static String blocksOf(Taker taker) {
        String blocks = taker.blocks() + (taker.blocks() == 1 ? " block" : " blocks");
        return taker.exclusive() == 0 ? blocks + " of a shared prefix" : blocks;
    }

    private static String reason(FoundViolation found) {
        return found.endReason().isEmpty() ? "" : " (" + found.endReason() + ")";
    }

    private void distance(FoundViolation found) {
        Violation violation = found.violation();
        if (Absent.is(violation.finishedMinNs()) || Absent.is(violation.leaseEndNs())) {
            return;
        }
        line(
                "    by        %s to %s past the lease's end%s",
                signed(violation.finishedMinNs() - violation.leaseEndNs()),
                signed(violation.finishedMaxNs() - violation.leaseEndNs()),
                Absent.is(found.expiryNs())
                        ? ""
                        : "; the deadline was " + deadline(found.expiryNs() - violation.finishedMaxNs()));
    }

    private static String signed(long ns) {
        return (ns < 0 ? "-" : "") + Times.span(ns);
    }

    private static String deadline(long leftNs) {
        return Times.span(leftNs) + (leftNs < 0 ? " before the read's end" : " after it");
    }

    private static String told(Told told) {
        if (told.verdict().isEmpty()) {
            return "nothing: no intent of this read is among the records";
        }
        String why = told.verdict().get().reason() + ", rule "
                + told.verdict().get().evidence().rule();
        return switch (told.answer()) {
            case READABLE -> "READABLE (" + why + ")";
            case EXPIRED -> "EXPIRED (" + why + "), and read all the same";
            case REVOKED -> "READABLE, which was taken back before its outcome came (" + why + ")";
            case NOT_ASKED -> "nothing";
        };
    }

    private void notJudged() {
        Counts counts = audit.counts();
        if (counts.notJudgedInAll() == 0 && counts.withoutOutcome() == 0) {
            return;
        }
        line("NOTHING CAN BE SAID ABOUT");
        counts.notJudged().forEach((reason, count) -> line("  %,9d  %s: %s", count, reason, reason.meaning()));
        if (counts.withoutOutcome() > 0) {
            line("  %,9d  told READABLE, and no outcome of the read is among the records", counts.withoutOutcome());
        }
        line("");
    }

    private void basis() {
        Counts counts = audit.counts();
        line(
                "Of %,d records%s, in %s.",
                counts.records(),
                Absent.is(audit.firstMs())
                        ? ""
                        : " from " + Times.record(audit.firstMs()) + " to " + Times.record(audit.lastMs()) + " (UTC)",
                String.join(", ", source.names()));
        long refused =
                counts.refused().values().stream().mapToLong(Long::longValue).sum() + counts.nullValues();
        if (refused > 0) {
            line("Left out: %,d records that break a rule.", refused);
        }
        if (!source.whole()) {
            line("Not all of the input could be read; standard error says what.");
        }
        audit.lives()
                .forEach((holder, lives) -> lives.stream()
                        .filter(LifeTrack::isCut)
                        .forEach(life -> line(
                                "The records begin in the middle of life %s of %s; older leases of it are not known.",
                                life.life(), holder)));
    }

    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append(System.lineSeparator());
    }
}
