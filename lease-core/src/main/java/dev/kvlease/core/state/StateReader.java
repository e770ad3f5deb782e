package dev.kvlease.core.state;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link StateWriter} packed. Every method throws {@link IllegalArgumentException} at corrupt bytes. */
public final class StateReader {
    private final byte[] bytes;
    private int at;

    private StateReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Opens a value.
     *
     * @param bytes what {@link StateWriter#startValue} began
     * @return a reader behind the format version
     * @throws IllegalArgumentException if the format version is not one this version reads
     */
    public static StateReader ofValue(byte[] bytes) {
        StateReader reader = new StateReader(bytes);
        int version = reader.getByte();
        if (version != StateWriter.FORMAT_VERSION) {
            throw new IllegalArgumentException("state format version " + version + " is unknown; this version reads "
                    + StateWriter.FORMAT_VERSION);
        }
        return reader;
    }

    /**
     * Opens a key.
     *
     * @param bytes what {@link StateWriter#startKey} began
     * @return a reader
     */
    public static StateReader ofKey(byte[] bytes) {
        return new StateReader(bytes);
    }

    private int getByte() {
        if (at >= bytes.length) {
            throw new IllegalArgumentException("state entry is cut off at byte " + at);
        }
        return bytes[at++];
    }

    /**
     * Reads a number.
     *
     * @return the number
     */
    public long getLong() {
        long raw = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = getByte();
            raw |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw new IllegalArgumentException("state entry has a number without an end at byte " + at);
    }

    /**
     * Reads an optional number.
     *
     * @return the number, or {@link Long#MIN_VALUE}
     */
    public long getOptional() {
        return getByte() == 0 ? Long.MIN_VALUE : getLong();
    }

    /**
     * Reads a flag.
     *
     * @return the flag
     */
    public boolean getFlag() {
        return getByte() != 0;
    }

    /**
     * Reads a count or length.
     *
     * @return a number that cannot exceed what is left of the entry
     */
    public int getCount() {
        long count = getLong();
        if (count < 0 || count > bytes.length - at) {
            throw new IllegalArgumentException("state entry has a count of " + count + " at byte " + at);
        }
        return (int) count;
    }

    /**
     * Reads a symbol.
     *
     * @param <E> the enum
     * @param values its values
     * @return the value
     */
    public <E extends Enum<E>> E getSymbol(E[] values) {
        long ordinal = getLong();
        if (ordinal < 0 || ordinal >= values.length) {
            throw new IllegalArgumentException("state entry has an unknown symbol " + ordinal);
        }
        return values[(int) ordinal];
    }

    /**
     * Reads opaque bytes.
     *
     * @return the bytes
     */
    public byte[] getBytes() {
        int length = getCount();
        byte[] opaque = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return opaque;
    }

    /**
     * Reads a text.
     *
     * @return the text
     */
    public String getText() {
        int length = getCount();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    /**
     * Reads the id of a request.
     *
     * @return the id
     */
    public String getId() {
        String start = getText();
        byte[] packed = getBytes();
        return packed.length == 0 ? start : start + HexDigits.unpack(packed) + getText();
    }
}
