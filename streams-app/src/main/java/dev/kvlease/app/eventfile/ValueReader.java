package dev.kvlease.app.eventfile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import dev.kvlease.core.common.Absent;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads the value of one field and says what was wrong with it. JSON null reads as absent. A number that equals the
 * core's mark for absent reads as -1, which is as invalid but is there.
 */
final class ValueReader {
    private static final int[][] NO_GROUPS = {};
    private static final int[] NO_INTS = {};
    private static final int LONGEST_QUOTE = 40;

    private final StringPool pool = new StringPool();
    private JsonParser parser;
    private int[] ints = new int[64];
    private int[][] groups = new int[4][];

    void over(JsonParser newParser) {
        parser = newParser;
    }

    /** A text; empty if null. */
    String text(String field) throws IOException, MalformedLineException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_STRING) {
            return pool.get(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        }
        if (token == JsonToken.VALUE_NULL) {
            return "";
        }
        throw unexpected(field, "a string");
    }

    /** A 64-bit integer; {@link Absent#LONG} if null. */
    long number(String field) throws IOException, MalformedLineException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NULL) {
            return Absent.LONG;
        }
        if (token != JsonToken.VALUE_NUMBER_INT) {
            throw unexpected(field, "an integer");
        }
        try {
            long value = parser.getLongValue();
            return value == Absent.LONG ? -1 : value;
        } catch (InputCoercionException e) {
            throw unexpected(field, "an integer of at most 64 bits");
        }
    }

    /** A 64-bit integer that every record of the kind has: -1, which the core refuses, if null. */
    long required(String field) throws IOException, MalformedLineException {
        long value = number(field);
        return Absent.is(value) ? -1 : value;
    }

    /** A 32-bit integer; 0 if null. */
    int smallNumber(String field) throws IOException, MalformedLineException {
        return parser.nextToken() == JsonToken.VALUE_NULL ? 0 : currentInt(field);
    }

    /** A list of 32-bit integers; empty if null. */
    int[] list(String field) throws IOException, MalformedLineException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NULL) {
            return NO_INTS;
        }
        if (token != JsonToken.START_ARRAY) {
            throw unexpected(field, "a list of integers");
        }
        return restOfList(field);
    }

    /** A list of lists of 32-bit integers, or null for JSON null. */
    int[][] listOfLists(String field) throws IOException, MalformedLineException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token != JsonToken.START_ARRAY) {
            throw unexpected(field, "a list of lists of integers");
        }
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                throw unexpected(field, "a list of lists of integers");
            }
            if (count == groups.length) {
                groups = Arrays.copyOf(groups, count * 2);
            }
            groups[count++] = restOfList(field);
        }
        return count == 0 ? NO_GROUPS : Arrays.copyOf(groups, count);
    }

    /** Whether the value just read was a string, and not null. */
    boolean isText() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    void skip() throws IOException {
        parser.nextToken();
        parser.skipChildren();
    }

    private int[] restOfList(String field) throws IOException, MalformedLineException {
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count == ints.length) {
                ints = Arrays.copyOf(ints, count * 2);
            }
            ints[count++] = currentInt(field);
        }
        return count == 0 ? NO_INTS : Arrays.copyOf(ints, count);
    }

    private int currentInt(String field) throws IOException, MalformedLineException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw unexpected(field, "an integer");
        }
        try {
            return parser.getIntValue();
        } catch (InputCoercionException e) {
            throw unexpected(field, "an integer of at most 32 bits");
        }
    }

    /** What to say when the current token is not what the field holds. */
    MalformedLineException unexpected(String field, String expected) throws IOException {
        return new MalformedLineException(field + ": expected " + expected + ", found " + found());
    }

    private String found() throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return "an object";
        }
        if (token == JsonToken.START_ARRAY) {
            return "a list";
        }
        String text = parser.getText();
        String quoted = text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
        return token == JsonToken.VALUE_STRING ? '"' + quoted + '"' : quoted;
    }
}
