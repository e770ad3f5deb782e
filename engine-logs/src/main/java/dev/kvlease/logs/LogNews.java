package dev.kvlease.logs;

/** What a line of a log amounts to while the log is being followed. */
public sealed interface LogNews {
    /**
     * A record of the core.
     *
     * @param record the record
     */
    record Recorded(LogRecord record) implements LogNews {}

    /**
     * A fact that is no record: a notice without a line before it that freed the blocks, a handshake, the end of a read
     * from an engine whose log is not seen, a line without a time.
     *
     * @param fact the fact
     */
    record Sighted(LogFact fact) implements LogNews {}
}
