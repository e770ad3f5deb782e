package dev.kvlease.app.eventfile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import dev.kvlease.core.common.Absent;
import java.io.IOException;
import java.util.Arrays;

/** Reads values of any well-formed JSON, and says what is wrong with those of another type. */
final class JsonValueReader implements ValueReader {
    private static final int[][] NO_GROUPS = {};
    private static final int[] NO_INTS = {};
    private static final int LONGEST_QUOTE = 40;

    private JsonParser parser;
    private int[] ints = new int[64];
    private int[][] groups = new int[4][];

    void over(JsonParser newParser) {
        parser = newParser;
    }

    @Override
    public String text(String field) throws IOException, MalformedLineException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_STRING) {
            return parser.getText();
        }
        if (token == JsonToken.VALUE_NULL) {
            return "";
        }
        throw unexpected(field, "a string");
    }

    @Override
    public long number(String field) throws IOException, MalformedLineException {
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

    @Override
    public int smallNumber(String field) throws IOException, MalformedLineException {
        return parser.nextToken() == JsonToken.VALUE_NULL ? 0 : currentInt(field);
    }

    @Override
    public int[] list(String field) throws IOException, MalformedLineException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NULL) {
            return NO_INTS;
        }
        if (token != JsonToken.START_ARRAY) {
            throw unexpected(field, "a list of integers");
        }
        return restOfList(field);
    }

    @Override
    public int[][] listOfLists(String field) throws IOException, MalformedLineException {
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

    @Override
    public boolean isText() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    @Override
    public void skip() throws IOException {
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
