package dev.kvlease.app.source;

/** Told of what in a file cannot be read. */
@FunctionalInterface
public interface ReadingProblems {
    /**
     * Something in a file is left out.
     *
     * @param file the file
     * @param line the line, or the number of the record, from 1
     * @param problem what is wrong, one phrase
     */
    void found(String file, long line, String problem);
}
