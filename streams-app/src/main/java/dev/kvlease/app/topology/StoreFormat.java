package dev.kvlease.app.topology;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;

/** The keys of the stores: length of the holder's id (2 bytes), the id in UTF-8, the kind (1 byte), the core's key. */
final class StoreFormat {
    /** Version of everything the shell writes into stores; a state of another version is refused. */
    static final byte VERSION = 1;

    private StoreFormat() {}

    /** What the keys of all entries of a holder start with, in every store. */
    static byte[] prefix(String holder) {
        byte[] id = holder.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Short.BYTES + id.length)
                .putShort((short) id.length)
                .put(id)
                .array();
    }

    static Bytes key(byte[] prefix, byte kind, byte[] coreKey) {
        return Bytes.wrap(ByteBuffer.allocate(prefix.length + 1 + coreKey.length)
                .put(prefix)
                .put(kind)
                .put(coreKey)
                .array());
    }

    /** The holder of an entry. */
    static String holderOf(byte[] key) {
        return new String(key, Short.BYTES, prefixLength(key) - Short.BYTES, StandardCharsets.UTF_8);
    }

    /** How long {@link #prefix} is in a key. */
    static int prefixLength(byte[] key) {
        return Short.BYTES + Short.toUnsignedInt(ByteBuffer.wrap(key).getShort());
    }
}
