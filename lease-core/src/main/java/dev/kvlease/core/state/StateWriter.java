package dev.kvlease.core.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Packs numbers and texts into bytes. Numbers are zig-zag varints with one extra code for the absent value, so that a
 * small number costs one byte.
 */
public final class StateWriter {
    /** First byte of every value: the version of the state format. */
    public static final byte FORMAT_VERSION = 2;

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
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, length * 2);
        }
        bytes[length++] = (byte) value;
    }

    /**
     * Appends a number.
     *
     * @param value any number
     * @return this
     */
    public StateWriter putLong(long value) {
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7fL) != 0) {
            putByte((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        putByte((int) rest);
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
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        putLong(utf8.length);
        if (length + utf8.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + utf8.length, bytes.length * 2));
        }
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
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
        for (byte one : opaque) {
            putByte(one);
        }
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
