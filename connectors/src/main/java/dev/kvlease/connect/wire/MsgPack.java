package dev.kvlease.connect.wire;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * MessagePack as plain Java values: {@link Long}, {@link BigInteger} beyond it, {@link Double}, {@link Boolean}, {@link String},
 * {@code byte[]}, {@link List}, {@link Map} with string keys, and {@link Nil}. Entries of a map that are nil, or whose key
 * is no string, are left out.
 */
public final class MsgPack {
    private static final int DEEPEST = 16;

    /** Room for items is made before they are read for so many at most, because each level of lists may claim them all. */
    private static final int MOST_SET_ASIDE = 64;

    /** What MessagePack calls nil. */
    public enum Nil {
        /** The only value. */
        NIL
    }

    private MsgPack() {}

    /**
     * Reads one value.
     *
     * @param bytes the value and nothing else
     * @return the value
     * @throws MalformedBatchException if the bytes are something else
     */
    public static Object read(byte[] bytes) throws MalformedBatchException {
        try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(bytes)) {
            Object value = new Reader(unpacker, bytes.length).value(0);
            if (unpacker.hasNext()) {
                throw new MalformedBatchException(
                        (bytes.length - unpacker.getTotalReadBytes()) + " bytes follow the MessagePack value");
            }
            return value;
        } catch (IOException | MessagePackException e) {
            throw new MalformedBatchException("not MessagePack: " + e);
        }
    }

    /**
     * Writes one value.
     *
     * @param value of the types that {@link #read} returns; any number
     * @return its bytes
     * @throws IllegalArgumentException if it is of another type
     */
    public static byte[] write(Object value) {
        try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
            pack(packer, value);
            return packer.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("a buffer in memory failed", e);
        }
    }

    private static void pack(MessagePacker packer, Object value) throws IOException {
        if (value instanceof String text) {
            packer.packString(text);
        } else if (value instanceof BigInteger number) {
            packer.packBigInteger(number);
        } else if (value instanceof Double || value instanceof Float) {
            packer.packDouble(((Number) value).doubleValue());
        } else if (value instanceof Number number) {
            packer.packLong(number.longValue());
        } else if (value instanceof Boolean truth) {
            packer.packBoolean(truth);
        } else if (value instanceof byte[] bytes) {
            packer.packBinaryHeader(bytes.length).writePayload(bytes);
        } else if (value instanceof List<?> list) {
            packer.packArrayHeader(list.size());
            for (Object each : list) {
                pack(packer, each);
            }
        } else if (value instanceof Map<?, ?> map) {
            packer.packMapHeader(map.size());
            for (Map.Entry<?, ?> each : map.entrySet()) {
                pack(packer, each.getKey());
                pack(packer, each.getValue());
            }
        } else if (value == Nil.NIL) {
            packer.packNil();
        } else {
            throw new IllegalArgumentException("no MessagePack for " + value);
        }
    }

    /** Trusts no length that the bytes claim beyond their own. */
    private record Reader(MessageUnpacker unpacker, int total) {
        Object value(int depth) throws IOException, MalformedBatchException {
            if (depth > DEEPEST) {
                throw new MalformedBatchException("nested deeper than " + DEEPEST);
            }
            return switch (unpacker.getNextFormat().getValueType()) {
                case NIL -> {
                    unpacker.unpackNil();
                    yield Nil.NIL;
                }
                case BOOLEAN -> unpacker.unpackBoolean();
                case INTEGER -> integer(unpacker.unpackBigInteger());
                case FLOAT -> unpacker.unpackDouble();
                case STRING ->
                    new String(unpacker.readPayload(fits(unpacker.unpackRawStringHeader())), StandardCharsets.UTF_8);
                case BINARY -> unpacker.readPayload(fits(unpacker.unpackBinaryHeader()));
                case ARRAY -> list(fits(unpacker.unpackArrayHeader()), depth);
                case MAP -> map(fits(unpacker.unpackMapHeader()), depth);
                case EXTENSION -> {
                    unpacker.skipValue();
                    yield Nil.NIL;
                }
            };
        }

        private static Object integer(BigInteger number) {
            return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
        }

        private List<Object> list(int size, int depth) throws IOException, MalformedBatchException {
            List<Object> list = new ArrayList<>(Math.min(size, MOST_SET_ASIDE));
            for (int i = 0; i < size; i++) {
                list.add(value(depth + 1));
            }
            return list;
        }

        private Map<String, Object> map(int size, int depth) throws IOException, MalformedBatchException {
            Map<String, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < size; i++) {
                Object key = value(depth + 1);
                Object value = value(depth + 1);
                if (key instanceof String name && value != Nil.NIL) {
                    map.put(name, value);
                }
            }
            return map;
        }

        private int fits(int length) throws MalformedBatchException {
            if (length < 0 || length > total - unpacker.getTotalReadBytes()) {
                throw new MalformedBatchException("a length of " + length + " in " + total + " bytes");
            }
            return length;
        }
    }
}
