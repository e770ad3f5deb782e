package dev.kvlease.app.eventfile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Gives equal texts the same string. Ids repeat from line to line; a fixed number of the latest is kept, so that a file
 * with many requests costs no more memory than one with few.
 */
final class StringPool {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final int SLOT_BITS = 12;
    private static final int LONGEST = 128;

    private final byte[][] keys = new byte[1 << SLOT_BITS][];
    private final String[] texts = new String[1 << SLOT_BITS];

    /** The text of a slice of ASCII. */
    String get(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length == 0) {
            return "";
        }
        if (length > LONGEST) {
            return new String(bytes, from, length, StandardCharsets.US_ASCII);
        }
        int slot = slot(bytes, from, to);
        byte[] key = keys[slot];
        if (key != null && Arrays.equals(key, 0, key.length, bytes, from, to)) {
            return texts[slot];
        }
        keys[slot] = Arrays.copyOfRange(bytes, from, to);
        texts[slot] = new String(bytes, from, length, StandardCharsets.US_ASCII);
        return texts[slot];
    }

    private static int slot(byte[] bytes, int from, int to) {
        long hash = (long) to - from;
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            hash = (hash ^ (long) WORD.get(bytes, i)) * MIX;
            hash ^= hash >>> 32;
        }
        for (; i < to; i++) {
            hash = (hash ^ bytes[i]) * MIX;
        }
        hash ^= hash >>> 29;
        return (int) ((hash * MIX) >>> (Long.SIZE - SLOT_BITS));
    }
}
