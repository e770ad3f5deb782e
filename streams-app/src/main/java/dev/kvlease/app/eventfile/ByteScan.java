package dev.kvlease.app.eventfile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds bytes eight at a time. */
final class ByteScan {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long NEWLINES = ONES * '\n';
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';

    private ByteScan() {}

    /** The first newline in a range, or -1. */
    static int newline(byte[] bytes, int from, int to) {
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            long found = zeros((long) WORD.get(bytes, i) ^ NEWLINES);
            if (found != 0) {
                return i + firstByte(found);
            }
        }
        for (; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** The first byte in a range that is a quote, a backslash, a control character or not ASCII; or the range's end. */
    static int endOfPlainText(byte[] bytes, int from, int to) {
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            long word = (long) WORD.get(bytes, i);
            long controls = (word - SPACES) & ~word;
            long found = zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES) | ((controls | word) & HIGHS);
            if (found != 0) {
                return i + firstByte(found);
            }
        }
        while (i < to && bytes[i] >= ' ' && bytes[i] != '"' && bytes[i] != '\\') {
            i++;
        }
        return i;
    }

    /** The high bit of each byte that is zero; bytes above the first such one may be wrong. */
    private static long zeros(long word) {
        return (word - ONES) & ~word & HIGHS;
    }

    private static int firstByte(long found) {
        return Long.numberOfTrailingZeros(found) / Byte.SIZE;
    }
}
