package dev.kvlease.demo.view;

import static dev.kvlease.demo.view.Texts.clock;
import static dev.kvlease.demo.view.Texts.cut;
import static dev.kvlease.demo.view.Texts.fit;
import static dev.kvlease.demo.view.Texts.format;
import static dev.kvlease.demo.view.Texts.span;

import dev.kvlease.demo.stats.Happening;
import dev.kvlease.demo.stats.PairClockView;
import dev.kvlease.demo.stats.ReasonCount;
import dev.kvlease.demo.stats.Snapshot;
import dev.kvlease.demo.view.Style.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * The live view as lines of text. It never has a line that is wider, nor more lines, than the terminal has room for.
 *
 * @param title what runs, in a few words
 * @param lastsNs how long the run lasts, in nanoseconds; 0 if until it is stopped
 * @param style what the terminal can show
 */
public record Frame(String title, long lastsNs, Style style) {
    private static final int NARROWEST = 78;
    private static final int WIDEST = 110;
    private static final int LABEL = 11;
    private static final int REASON_COLUMN = 22;
    private static final int MIN_REASON_ROWS = 2;
    private static final int MAX_REASON_ROWS = 5;
    private static final int MIN_PAIRS = 3;
    private static final int MIN_HAPPENINGS = 5;
    private static final int MAX_RARE = 3;
    private static final int CLOCK_COLUMNS = 49;
    private static final double NS_PER_SECOND = 1e9;

    /**
     * Draws a moment.
     *
     * @param seen what is shown
     * @param columns width of the terminal
     * @param rows most lines
     * @return the lines, without line breaks
     */
    public List<String> lines(Snapshot seen, int columns, int rows) {
        int width = Math.max(NARROWEST, Math.min(WIDEST, columns - 1));
        List<String> lines = new ArrayList<>();
        header(lines, seen, width);
        verdicts(lines, seen, width);
        reasons(lines, seen, width);
        int left = Math.max(0, rows - lines.size() - 2);
        int pairs = Math.min(seen.pairs().size(), Math.max(MIN_PAIRS, left - Math.max(MIN_HAPPENINGS, left / 2)));
        pairs(lines, seen, pairs, width);
        happenings(lines, seen, Math.max(1, left - pairs), width);
        return lines.stream()
                .limit(Math.max(1, rows))
                .map(line -> style.clip(line, Math.max(1, columns - 1)))
                .toList();
    }

    private void header(List<String> lines, Snapshot seen, int width) {
        String time = lastsNs == 0
                ? clock(seen.elapsedNs()) + "  Ctrl-C ends it"
                : clock(Math.min(seen.elapsedNs(), lastsNs)) + " of " + clock(lastsNs);
        String text = cut(title, width - time.length() - 2, style);
        String gap = " ".repeat(width - text.length() - time.length());
        lines.add(style.paint(Role.TITLE, text) + gap + time);
        lines.add(style.paint(Role.FAINT, style.rule(width)));
    }

    private void verdicts(List<String> lines, Snapshot seen, int width) {
        List<Long> seconds = seen.verdictsPerSecond();
        int room = Math.max(0, width - LABEL - 42);
        List<Long> shown = seconds.subList(Math.max(0, seconds.size() - room), seconds.size());
        long last = seconds.isEmpty() ? 0 : seconds.get(seconds.size() - 1);
        lines.add(label("Verdicts")
                + format("%,4d/s  %s", last, style.sparkline(shown))
                + " ".repeat(room - shown.size())
                + format("  from %,d records, %,d/s", seen.records(), seen.recordsPerSecond()));
        lines.add(share("READABLE", seen.readable(), seen.answers(), Role.GOOD, width));
        lines.add(share("EXPIRED", seen.expired(), seen.answers(), Role.WARNING, width));
        lines.add(cut(
                label("Answers in")
                        + format(
                                "p50 %s, p99 %s, slowest %s%s",
                                span(seen.latency().p50Ns(), style),
                                span(seen.latency().p99Ns(), style),
                                span(seen.latency().maxNs(), style),
                                seen.slowest().isEmpty() ? "" : " (" + seen.slowest() + ")"),
                width,
                style));
        Role alarm = seen.violations() > 0 ? Role.BAD : Role.GOOD;
        lines.add(label("Revoked")
                + format(
                        "%,6d  in time, %,d after the read;  violations ",
                        seen.revocations(), seen.revocationsAfterEnd())
                + style.paint(alarm, format("%,d", seen.violations()))
                + format(";  dead letters %,d", seen.deadLetters()));
    }

    private String share(String name, long count, long of, Role role, int width) {
        double share = of == 0 ? 0 : (double) count / of;
        int room = width - LABEL - 15;
        String bar = style.bar(share, room);
        return label(name)
                + format("%,6d  ", count)
                + style.paint(role, bar)
                + " ".repeat(room - bar.length())
                + format("  %3.0f %%", 100 * share);
    }

    private String label(String text) {
        return fit(text, LABEL, style);
    }

    private void reasons(List<String> lines, Snapshot seen, int width) {
        lines.add("");
        List<ReasonCount> readable =
                seen.reasons().stream().filter(ReasonCount::readable).toList();
        List<ReasonCount> expired =
                seen.reasons().stream().filter(reason -> !reason.readable()).toList();
        int column = (width - REASON_COLUMN - 2) / 2;
        int needed = Math.max(readable.size(), (expired.size() + 1) / 2);
        int rows = Math.max(MIN_REASON_ROWS, Math.min(MAX_REASON_ROWS, needed));
        lines.add(heading(fit("READABLE because", REASON_COLUMN + 2, style) + "EXPIRED because"));
        for (int row = 0; row < rows; row++) {
            String line = reason(readable, row, REASON_COLUMN)
                    + "  "
                    + reason(expired, row, column)
                    + reason(expired, row + rows, column);
            lines.add(line.stripTrailing());
        }
    }

    private String reason(List<ReasonCount> reasons, int index, int width) {
        if (index >= reasons.size()) {
            return " ".repeat(width);
        }
        ReasonCount reason = reasons.get(index);
        int name = Math.min(REASON_COLUMN - 2, width - 7);
        return fit(fit(reason.reason(), name, style) + format("%,6d", reason.count()), width, style);
    }

    private void pairs(List<String> lines, Snapshot seen, int count, int width) {
        String missing = count < seen.pairs().size()
                ? format(" (%d of %d)", count, seen.pairs().size())
                : "";
        String names = fit("Clocks" + missing, width - CLOCK_COLUMNS, style);
        lines.add(heading(names + format("%19s %12s %9s %6s", "offset", "bounds", "min RTT", "known")));
        for (PairClockView pair : seen.pairs().subList(0, count)) {
            String name = fit(pair.holder() + " - " + pair.reader(), width - CLOCK_COLUMNS, style);
            String known = pair.suspect() ? style.paint(Role.WARNING, format("%6s", "no")) : format("%6s", "yes");
            lines.add(name
                    + format(
                            "%,+17.6f s %12s %9s ",
                            pair.offsetNs() / NS_PER_SECOND,
                            style.plusMinus() + " " + span(pair.boundNs(), style),
                            span(pair.minRttNs(), style))
                    + known);
        }
    }

    private void happenings(List<String> lines, Snapshot seen, int count, int width) {
        lines.add(heading("What happened"));
        List<Happening> shown = worthShowing(seen.happenings(), count);
        for (Happening happening : shown) {
            String time = clock(happening.elapsedNs()) + "  ";
            lines.add(style.paint(Role.FAINT, time)
                    + style.paint(roleOf(happening.kind()), cut(happening.text(), width - time.length(), style)));
        }
        for (int blank = shown.size(); blank < count; blank++) {
            lines.add("");
        }
    }

    /** The newest, but some rows are left to what is rare. */
    private static List<Happening> worthShowing(List<Happening> all, int count) {
        int rareRows = Math.min(MAX_RARE, count / 2);
        List<Happening> rare = last(all.stream().filter(Frame::isRare).toList(), rareRows);
        List<Happening> newest =
                last(all.stream().filter(happening -> !rare.contains(happening)).toList(), count - rare.size());
        return all.stream()
                .filter(happening -> rare.contains(happening) || newest.contains(happening))
                .toList();
    }

    private static boolean isRare(Happening happening) {
        return happening.kind() == Happening.Kind.FAULT || happening.kind() == Happening.Kind.VIOLATION;
    }

    private static <T> List<T> last(List<T> all, int count) {
        return all.subList(Math.max(0, all.size() - count), all.size());
    }

    private static Role roleOf(Happening.Kind kind) {
        return switch (kind) {
            case SAVED -> Role.GOOD;
            case REVOKED, FAULT -> Role.WARNING;
            case VIOLATION -> Role.BAD;
        };
    }

    private String heading(String text) {
        return style.paint(Role.HEADING, text.stripTrailing());
    }
}
