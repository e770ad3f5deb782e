package dev.kvlease.app.eventfile;

/** Told of the lines of an event file that are no records. */
@FunctionalInterface
public interface MalformedLines {
    /**
     * A line is no record. The lines after it are read on.
     *
     * @param line its number, from 1
     * @param problem what was expected and what was found, in one phrase
     */
    void malformed(long line, String problem);
}
