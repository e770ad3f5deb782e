package dev.kvlease.app.eventfile;

import dev.kvlease.core.common.Absent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads values of the plain form, straight from the bytes, and refuses all others. */
final class PlainValueReader implements ValueReader {
    private static final int[][] NO_GROUPS = {};
    private static final int[] NO_INTS = {};
    private static final int MOST_DIGITS = 18;
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private final NotPlainException notPlain = new NotPlainException();
    private final NameGuess names = new NameGuess();
    private final StringPool texts = new StringPool();

    private byte[] bytes = {};
    private int at;
    private int end;
    private boolean text;
    private int[] ints = new int[64];
    private int[][] groups = new int[4][];

    void over(byte[] newBytes, int from, int to) {
        bytes = newBytes;
        at = from;
        end = to;
    }

    /** Takes a character if it comes next. */
    boolean accept(char wanted) {
        skipSpace();
        if (at < end && bytes[at] == wanted) {
            at++;
            return true;
        }
        return false;
    }

    void expect(char wanted) throws NotPlainException {
        if (!accept(wanted)) {
            throw notPlain;
        }
    }

    void expectEnd() throws NotPlainException {
        skipSpace();
        if (at < end) {
            throw notPlain;
        }
    }

    void expectNull() throws NotPlainException {
        if (!acceptNull()) {
            throw notPlain;
        }
    }

    /** The name of a field, and the colon behind it. */
    String name() throws NotPlainException {
        expect('"');
        int guessed = names.guessedLength(bytes, at, end);
        String name = guessed > 0 ? names.takeGuess() : names.take(bytes, at, endOfQuoted());
        at += name.length() + 1;
        expect(':');
        return name;
    }

    @Override
    public String text(String field) throws NotPlainException {
        text = !acceptNull();
        return text ? quoted() : "";
    }

    /** Made anew: looking for the few that come again costs more than they do. */
    @Override
    public String rareText(String field) throws NotPlainException {
        text = !acceptNull();
        if (!text) {
            return "";
        }
        expect('"');
        int quote = endOfQuoted();
        String value = new String(bytes, at, quote - at, StandardCharsets.ISO_8859_1);
        at = quote + 1;
        return value;
    }

    @Override
    public boolean isText() {
        return text;
    }

    @Override
    public long number(String field) throws NotPlainException {
        return acceptNull() ? Absent.LONG : integer();
    }

    @Override
    public int smallNumber(String field) throws NotPlainException {
        return acceptNull() ? 0 : smallInteger();
    }

    @Override
    public int[] list(String field) throws NotPlainException {
        if (acceptNull()) {
            return NO_INTS;
        }
        expect('[');
        return restOfList();
    }

    @Override
    public int[][] listOfLists(String field) throws NotPlainException {
        if (acceptNull()) {
            return null;
        }
        expect('[');
        if (accept(']')) {
            return NO_GROUPS;
        }
        int count = 0;
        do {
            expect('[');
            if (count == groups.length) {
                groups = Arrays.copyOf(groups, count * 2);
            }
            groups[count++] = restOfList();
        } while (accept(','));
        expect(']');
        return Arrays.copyOf(groups, count);
    }

    @Override
    public void skip() throws NotPlainException {
        skipSpace();
        if (at < end && bytes[at] == '"') {
            quoted();
        } else if (!acceptNull()) {
            integer();
        }
    }

    /** An integer that is not negative. */
    long natural() throws NotPlainException {
        long value = integer();
        if (value < 0) {
            throw notPlain;
        }
        return value;
    }

    private int[] restOfList() throws NotPlainException {
        if (accept(']')) {
            return NO_INTS;
        }
        int count = 0;
        do {
            if (count == ints.length) {
                ints = Arrays.copyOf(ints, count * 2);
            }
            ints[count++] = smallInteger();
        } while (accept(','));
        expect(']');
        return Arrays.copyOf(ints, count);
    }

    private int smallInteger() throws NotPlainException {
        long value = integer();
        if (value != (int) value) {
            throw notPlain;
        }
        return (int) value;
    }

    /** An integer of at most 18 digits, which fits 64 bits whatever they are. */
    private long integer() throws NotPlainException {
        skipSpace();
        boolean negative = at < end && bytes[at] == '-';
        if (negative) {
            at++;
        }
        int first = at;
        long value = 0;
        while (at < end && isDigit(bytes[at])) {
            value = value * 10 + (bytes[at] - '0');
            at++;
        }
        int digits = at - first;
        boolean leadingZero = digits > 1 && bytes[first] == '0';
        boolean goesOn = at < end && (bytes[at] == '.' || bytes[at] == 'e' || bytes[at] == 'E');
        if (digits == 0 || digits > MOST_DIGITS || leadingZero || goesOn) {
            throw notPlain;
        }
        return negative ? -value : value;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private String quoted() throws NotPlainException {
        expect('"');
        int quote = endOfQuoted();
        String value = texts.get(bytes, at, quote);
        at = quote + 1;
        return value;
    }

    /** Where the quote stands that ends the text begun here. */
    private int endOfQuoted() throws NotPlainException {
        int quote = ByteScan.endOfPlainText(bytes, at, end);
        if (quote == end || bytes[quote] != '"') {
            throw notPlain;
        }
        return quote;
    }

    private boolean acceptNull() {
        skipSpace();
        if (end - at < NULL.length
                || bytes[at] != 'n'
                || !Arrays.equals(bytes, at, at + NULL.length, NULL, 0, NULL.length)) {
            return false;
        }
        at += NULL.length;
        return true;
    }

    private void skipSpace() {
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
    }
}
