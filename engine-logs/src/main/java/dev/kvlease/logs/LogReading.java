package dev.kvlease.logs;

import java.util.List;

/**
 * What a directory of logs tells.
 *
 * @param facts every fact, folded, in the order of their times; those without a time come first
 * @param engines what is covered of each engine, in the order of their names
 * @param lines lines read
 * @param factLines lines that told a lease fact; the others passed silently
 * @param unreadableStamps stamps that are no date in their year; if there are any, give the year
 */
public record LogReading(
        List<LogFact> facts, List<EngineCoverage> engines, long lines, long factLines, long unreadableStamps) {
    /** Keeps the lists from changing. */
    public LogReading {
        facts = List.copyOf(facts);
        engines = List.copyOf(engines);
    }

    /**
     * Reads that may have returned foreign blocks, as far as a log can tell.
     *
     * @return findings in the order of their times
     */
    public List<LogFinding> findings() {
        return LogFinding.in(this);
    }
}
