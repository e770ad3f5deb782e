package dev.kvlease.app.eventfile;

import dev.kvlease.core.common.Absent;
import java.io.IOException;

/**
 * Reads the value of one field. JSON null reads as absent. A number that equals the core's mark for absent reads as -1,
 * which is as invalid but is there.
 */
interface ValueReader {
    /** A text; empty if null. */
    String text(String field) throws IOException, MalformedLineException;

    /** A text that few lines have in common, as the id of a request; empty if null. */
    default String rareText(String field) throws IOException, MalformedLineException {
        return text(field);
    }

    /** Whether the value just read was a text, and not null. */
    boolean isText();

    /** A 64-bit integer; {@link Absent#LONG} if null. */
    long number(String field) throws IOException, MalformedLineException;

    /** A 64-bit integer that every record of the kind has: -1, which the core refuses, if null. */
    default long required(String field) throws IOException, MalformedLineException {
        long value = number(field);
        return Absent.is(value) ? -1 : value;
    }

    /** A 32-bit integer; 0 if null. */
    int smallNumber(String field) throws IOException, MalformedLineException;

    /** A list of 32-bit integers; empty if null. */
    int[] list(String field) throws IOException, MalformedLineException;

    /** A list of lists of 32-bit integers, or null for JSON null. */
    int[][] listOfLists(String field) throws IOException, MalformedLineException;

    /** Passes over a value of any kind. */
    void skip() throws IOException, MalformedLineException;
}
