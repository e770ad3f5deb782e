package dev.kvlease.app.source;

import dev.kvlease.logs.LogFact;
import dev.kvlease.logs.LogFinding;
import dev.kvlease.logs.Sighting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Reads that a holder's log alone makes suspicious, as lines for a person. */
final class LogFindings {
    private static final int SHOWN = 5;
    private static final double NS_PER_SECOND = 1e9;

    private final Function<Sighting, String> file;
    private final boolean judged;

    /**
     * Findings of some logs.
     *
     * @param file how to name the file of a line
     * @param judged whether the audit judges those with a line that freed the blocks
     */
    LogFindings(Function<Sighting, String> file, boolean judged) {
        this.file = file;
        this.judged = judged;
    }

    /** The longest after the blocks were freed first, then those that stand alone. */
    List<String> lines(List<LogFinding> findings) {
        List<LogFinding.ReadAfterFree> pairs = findings.stream()
                .filter(LogFinding.ReadAfterFree.class::isInstance)
                .map(LogFinding.ReadAfterFree.class::cast)
                .sorted(Comparator.comparingLong(LogFinding.ReadAfterFree::atLeastNs)
                        .reversed())
                .toList();
        List<String> lines = new ArrayList<>();
        if (!pairs.isEmpty()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%,d read%s told of after the blocks had been freed%s",
                    pairs.size(),
                    pairs.size() == 1 ? " was" : "s were",
                    judged ? "" : "; how late they ended, --log-notice-delay would say"));
            pairs.stream().limit(SHOWN).map(this::line).forEach(lines::add);
            more(pairs.size(), lines);
        }
        List<LogFinding.LoneNotice> alone = findings.stream()
                .filter(LogFinding.LoneNotice.class::isInstance)
                .map(LogFinding.LoneNotice.class::cast)
                .toList();
        if (!alone.isEmpty()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%,d read%s told of that the holder did not know, and no line says when the blocks were freed",
                    alone.size(),
                    alone.size() == 1 ? " was" : "s were"));
            alone.stream().limit(SHOWN).map(this::line).forEach(lines::add);
            more(alone.size(), lines);
        }
        return lines;
    }

    private static void more(int all, List<String> lines) {
        if (all > SHOWN) {
            lines.add(String.format(Locale.ROOT, "  and %,d more", all - SHOWN));
        }
    }

    private String line(LogFinding.ReadAfterFree pair) {
        return String.format(
                Locale.ROOT,
                "  %s at %s: read %s, freed %s, at least %.0f s between",
                pair.notice().requestId(),
                pair.notice().at().engine(),
                place(pair.notice()),
                place(pair.freed()),
                pair.atLeastNs() / NS_PER_SECOND);
    }

    private String line(LogFinding.LoneNotice notice) {
        String doubt =
                switch (notice.doubt()) {
                    case RESTARTED_BEFORE -> "the engine had been restarted";
                    case FREED_BEFORE_LOG_OR_WRONG_ID -> "freed before the log begins, or another id";
                    case NO_TIME -> "the line has no time";
                };
        return String.format(
                Locale.ROOT,
                "  %s at %s: read %s; %s",
                notice.notice().requestId(),
                notice.notice().at().engine(),
                place(notice.notice()),
                doubt);
    }

    private String place(LogFact fact) {
        return file.apply(fact.at()) + ":" + fact.at().line();
    }
}
