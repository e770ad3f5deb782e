package dev.kvlease.core.state;

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
        long rest = (value << 1) ^ (value >> 63);
        int at = length;
        while ((rest & ~0x7fL) != 0) {
            bytes[at++] = (byte) ((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        length = at;
        return this;
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
        return putBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Appends an id of a request: engines make them of many lowercase hexadecimal digits, two of which take one byte.
     *
     * @param id any text
     * @return this
     */
    public StateWriter putId(String id) {
        int from = 0;
        while (from < id.length() && HexDigits.countFrom(id, from) < HexDigits.FEWEST) {
            from++;
        }
        int digits = HexDigits.countFrom(id, from) / 2 * 2;
        putText(id.substring(0, from));
        putBytes(HexDigits.pack(id, from, digits));
        if (digits > 0) {
            putText(id.substring(from + digits));
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
