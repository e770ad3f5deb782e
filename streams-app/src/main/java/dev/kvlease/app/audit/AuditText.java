package dev.kvlease.app.audit;

import dev.kvlease.app.explain.Times;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.Absent;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** An audit as text for whoever was woken by it: the answer first, then the groups, then every violation. */
public final class AuditText {
    private static final Comparator<FoundViolation> WORST_FIRST = Comparator.comparing(
                    (FoundViolation found) -> !found.isCertain())
            .thenComparingLong(FoundViolation::timeMs);

    private static final int MOST_SPANS = 12;
    private static final long WIDEST_BAR = 40;

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
        overTime();
    }

    private void overTime() {
        TimeBuckets spans = new TimeBuckets(2, MOST_SPANS);
        audit.violations().forEach(found -> spans.add(found.timeMs(), found.isCertain() ? 0 : 1));
        long[] highest = {1};
        spans.forEach((fromMs, counts) -> highest[0] = Math.max(highest[0], counts[0] + counts[1]));
        line("%-28s %9s %9s", "BY TIME (UTC), each " + width(spans.widthMs()), "CERTAIN", "POSSIBLE");
        spans.forEach((fromMs, counts) -> line(
                "  %-26s %,9d %,9d  %s",
                Times.record(fromMs), counts[0], counts[1], "#".repeat((int)
                                ((WIDEST_BAR * (counts[0] + counts[1]) + highest[0] - 1) / highest[0]))));
        line("");
    }

    private static String width(long ms) {
        Duration width = Duration.ofMillis(ms);
        if (width.toDays() > 0) {
            return width.toDays() + " d";
        }
        if (width.toHours() > 0) {
            return width.toHours() + " h";
        }
        return width.toMinutes() > 0 ? width.toMinutes() + " min" : width.toSeconds() + " s";
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
        audit.violations().stream()
                .sorted(WORST_FIRST)
                .limit(most)
                .forEach(found -> text.append(ViolationText.of(found, source)));
        leftOut(audit.violations().size(), most);
        line("");
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
