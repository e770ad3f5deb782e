package dev.kvlease.logs;

/**
 * A line of a log.
 *
 * @param source the file, relative to the directory that was read; empty for none
 * @param number its number in the file, from 1; 0 for none
 */
public record LogLine(String source, long number) {
    /** No line says it. */
    public static final LogLine NONE = new LogLine("", 0);

    static LogLine of(Sighting at) {
        return new LogLine(at.source(), at.line());
    }
}
