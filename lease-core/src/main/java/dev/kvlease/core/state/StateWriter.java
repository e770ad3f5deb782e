package dev.kvlease.core.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Packs numbers and texts into bytes. Numbers are zig-zag varints with one extra code for the absent value, so that a
 * small number costs one byte.
 */
public final class StateWriter {
    /** First byte of every value: the version of the state format. */
    public static final byte FORMAT_VERSION = 3;

    /** Bytes of 64 bits, seven in each. */
    private static final int LONGEST_NUMBER = 10;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** In each of eight bytes the bit that says that another follows. */
    private static final long MORE_FOLLOWS = 0x8080808080808080L;

    private byte[] bytes = new byte[128];
    private int length;

    /** An empty writer. */
    public StateWriter() {}

    /**
     * Starts a value, forgetting what was written before.
     *
     * @return this
     */
    public StateWriter startValue() {
        length = 0;
        putByte(FORMAT_VERSION);
        return this;
    }

    /**
     * Starts a key, forgetting what was written before.
     *
     * @return this
     */
    public StateWriter startKey() {
        length = 0;
        return this;
    }

    private void putByte(int value) {
        makeRoom(1);
        bytes[length++] = (byte) value;
    }

    private void makeRoom(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }

    /**
     * Appends a number.
     *
     * @param value any number
     * @return this
     */
    public StateWriter putLong(long value) {
        makeRoom(LONGEST_NUMBER);
        long raw = (value << 1) ^ (value >> 63);
        if (raw >>> 7 == 0) {
            bytes[length++] = (byte) raw;
        } else {
            putSeveralBytes(raw);
        }
        return this;
    }

    /** Puts eight bytes at once, of which those behind the number's end are written over by what comes next. */
    private void putSeveralBytes(long raw) {
        long rest = raw >>> 56;
        if (rest == 0) {
            int bits = Long.SIZE - Long.numberOfLeadingZeros(raw);
            int count = (bits + 6) / 7;
            EIGHT_BYTES.set(bytes, length, spread(raw) | (MORE_FOLLOWS >>> (8 * (9 - count))));
            length += count;
            return;
        }
        EIGHT_BYTES.set(bytes, length, spread(raw) | MORE_FOLLOWS);
        length += Long.BYTES;
        if (rest >>> 7 == 0) {
            bytes[length++] = (byte) rest;
        } else {
            bytes[length++] = (byte) (rest | 0x80);
            bytes[length++] = (byte) (rest >>> 7);
        }
    }

    /** The lowest 56 bits, seven in each byte: halves are moved apart, then quarters, then eighths. */
    private static long spread(long raw) {
        long halves = (raw & 0x0fffffffL) | (raw & 0xfffffff0000000L) << 4;
        long quarters = (halves & 0x00003fff00003fffL) | (halves & 0x0fffc0000fffc000L) << 2;
        return (quarters & 0x007f007f007f007fL) | (quarters & 0x3f803f803f803f80L) << 1;
    }

    /**
     * Appends an optional number: one byte if it is absent.
     *
     * @param value a number or {@link Long#MIN_VALUE}
     * @return this
     */
    public StateWriter putOptional(long value) {
        if (value == Long.MIN_VALUE) {
            putByte(0);
            return this;
        }
        putByte(1);
        return putLong(value);
    }

    /**
     * Appends a symbol by its place in its enum: new symbols come last, or {@link #FORMAT_VERSION} changes.
     *
     * @param symbol a symbol
     * @return this
     */
    @SuppressWarnings("EnumOrdinal")
    public StateWriter putSymbol(Enum<?> symbol) {
        return putLong(symbol.ordinal());
    }

    /**
     * Appends a flag.
     *
     * @param value a flag
     * @return this
     */
    public StateWriter putFlag(boolean value) {
        putByte(value ? 1 : 0);
        return this;
    }

    /**
     * Appends a text.
     *
     * @param text any text
     * @return this
     */
    public StateWriter putText(String text) {
        return putText(text, 0, text.length());
    }

    /** Texts are ASCII nearly always, and then go straight into their place. */
    private StateWriter putText(String text, int from, int to) {
        int start = length;
        putLong(to - from);
        makeRoom(to - from);
        int at = length;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                length = start;
                return putBytes(text.substring(from, to).getBytes(StandardCharsets.UTF_8));
            }
            bytes[at++] = (byte) c;
        }
        length = at;
        return this;
    }

    /**
     * Appends an id of a request: engines make them of many lowercase hexadecimal digits, two of which take one byte.
     *
     * @param id any text
     * @return this
     */
    public StateWriter putId(String id) {
        int from = HexDigits.startOfRun(id);
        int digits = HexDigits.countFrom(id, from) / 2 * 2;
        putText(id, 0, from);
        putLong(digits / 2);
        makeRoom(digits / 2);
        HexDigits.pack(id, from, digits, bytes, length);
        length += digits / 2;
        if (digits > 0) {
            putText(id, from + digits, id.length());
        }
        return this;
    }

    /**
     * Appends bytes that mean nothing to this writer.
     *
     * @param opaque any bytes
     * @return this
     */
    public StateWriter putBytes(byte[] opaque) {
        putLong(opaque.length);
        makeRoom(opaque.length);
        System.arraycopy(opaque, 0, bytes, length, opaque.length);
        length += opaque.length;
        return this;
    }

    /**
     * What was written since the start.
     *
     * @return a copy
     */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }
}
