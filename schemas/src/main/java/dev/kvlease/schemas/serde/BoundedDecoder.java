package dev.kvlease.schemas.serde;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;

/**
 * Reads Avro's binary encoding from an array and believes no length beyond it: no text is longer than what is left, and no
 * list has more items than bytes are left, so that a record of a few bytes cannot ask for gigabytes. Avro's own decoder
 * sets memory aside for as many items as a record claims to have.
 *
 * <p>Items of some types take no bytes, such as nulls and records without fields: blocks of them would never come to an
 * end of what is left. So all lists of a record together have no more items than the record has bytes. Where each item
 * takes a byte, that is so in any case: each has a byte that belongs to no item inside it, be it the end of a list.
 *
 * <p>An empty list takes one byte and costs hundreds. So a record has no more lists than {@value #MOST_LISTS}, many times the
 * groups that a lease may have. What is passed over, such as fields of a later version, costs nothing and is not counted.
 */
final class BoundedDecoder extends Decoder {
    private static final int MOST_INT_BYTES = 5;
    private static final int MOST_LONG_BYTES = 10;

    private static final int MOST_LISTS = 512;

    private byte[] bytes = {};
    private int at;
    private int end;
    private int itemsLeft;
    private int listsLeft;

    /** Reads from the start of data to the end of the array. */
    BoundedDecoder over(byte[] data, int start) {
        bytes = data;
        at = start;
        end = data.length;
        itemsLeft = end - at;
        listsLeft = MOST_LISTS;
        return this;
    }

    /** Whether nothing is left. */
    boolean isEnd() {
        return at >= end;
    }

    private byte next() throws IOException {
        if (at >= end) {
            throw new EOFException("it is cut off");
        }
        return bytes[at++];
    }

    private long varint(int most) throws IOException {
        long raw = 0;
        for (int i = 0; i < most; i++) {
            byte next = next();
            raw |= (long) (next & 0x7f) << (7 * i);
            if (next >= 0) {
                return raw;
            }
        }
        throw new IOException("a number has more than " + most + " bytes");
    }

    /** A length or count that what is left can have. */
    private int fits(long length) throws IOException {
        if (length < 0 || length > end - at) {
            throw new IOException("a length of " + length + ", and " + (end - at) + " bytes left");
        }
        return (int) length;
    }

    /** A count of items that what is left can have, and that all lists of the record together may have. */
    private int items(long count) throws IOException {
        int items = fits(count);
        if (items > itemsLeft) {
            throw new IOException(
                    "a list of " + items + " more items, and all lists of the record have more than it has bytes");
        }
        itemsLeft -= items;
        return items;
    }

    /** Moves over some bytes and says where they begin. */
    private int skip(long length) throws IOException {
        int from = at;
        at += fits(length);
        return from;
    }

    @Override
    public void readNull() {}

    @Override
    public boolean readBoolean() throws IOException {
        return next() == 1;
    }

    @Override
    public int readInt() throws IOException {
        int raw = (int) varint(MOST_INT_BYTES);
        return (raw >>> 1) ^ -(raw & 1);
    }

    @Override
    public long readLong() throws IOException {
        long raw = varint(MOST_LONG_BYTES);
        return (raw >>> 1) ^ -(raw & 1);
    }

    private long little(int length) throws IOException {
        int from = skip(length);
        long raw = 0;
        for (int i = 0; i < length; i++) {
            raw |= (bytes[from + i] & 0xffL) << (Byte.SIZE * i);
        }
        return raw;
    }

    @Override
    public float readFloat() throws IOException {
        return Float.intBitsToFloat((int) little(Float.BYTES));
    }

    @Override
    public double readDouble() throws IOException {
        return Double.longBitsToDouble(little(Double.BYTES));
    }

    @Override
    public Utf8 readString(Utf8 old) throws IOException {
        return new Utf8(readString());
    }

    @Override
    public String readString() throws IOException {
        int length = fits(readLong());
        return new String(bytes, skip(length), length, StandardCharsets.UTF_8);
    }

    @Override
    public void skipString() throws IOException {
        skip(readLong());
    }

    @Override
    public ByteBuffer readBytes(ByteBuffer old) throws IOException {
        int length = fits(readLong());
        byte[] copy = new byte[length];
        readFixed(copy, 0, length);
        return ByteBuffer.wrap(copy);
    }

    @Override
    public void skipBytes() throws IOException {
        skip(readLong());
    }

    @Override
    public void readFixed(byte[] into, int start, int length) throws IOException {
        System.arraycopy(bytes, skip(length), into, start, length);
    }

    @Override
    public void skipFixed(int length) throws IOException {
        skip(length);
    }

    @Override
    public int readEnum() throws IOException {
        return readInt();
    }

    @Override
    public int readIndex() throws IOException {
        return readInt();
    }

    /** How many items follow; a negative count is followed by their length in bytes. */
    private long block() throws IOException {
        long count = readLong();
        if (count >= 0) {
            return items(count);
        }
        long length = readLong();
        fits(length);
        return items(count == Long.MIN_VALUE ? count : -count);
    }

    /** The first block of a list that is kept. */
    private long list() throws IOException {
        if (listsLeft == 0) {
            throw new IOException("the record has more than " + MOST_LISTS + " lists");
        }
        listsLeft--;
        return block();
    }

    /** Moves over the blocks that tell their length, and says how many items the next one without has. */
    private long skipBlocks() throws IOException {
        long count = readLong();
        while (count < 0) {
            skip(readLong());
            count = readLong();
        }
        return items(count);
    }

    @Override
    public long readArrayStart() throws IOException {
        return list();
    }

    @Override
    public long arrayNext() throws IOException {
        return block();
    }

    @Override
    public long skipArray() throws IOException {
        return skipBlocks();
    }

    @Override
    public long readMapStart() throws IOException {
        return list();
    }

    @Override
    public long mapNext() throws IOException {
        return block();
    }

    @Override
    public long skipMap() throws IOException {
        return skipBlocks();
    }
}
