package dev.kvlease.app.topology;

import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;

/**
 * The keys of the store: length of the holder's id (2 bytes), the id in UTF-8, the kind of entry (1 byte), the core's key.
 * A holder's own entry comes first among its entries. Length 0 is no holder: the positions, and pieces
 * of the trail.
 */
final class StateFormat {
    private static final int SHELL_VERSION = 2;
    private static final int CORE_VERSIONS = 16;

    /**
     * Version of everything that is written into the store, by the shell and by the core; a state of another version is
     * refused at the start, before a record is taken.
     */
    static final byte VERSION = (byte) (SHELL_VERSION * CORE_VERSIONS + StateWriter.FORMAT_VERSION);

    static final Bytes POSITIONS = Bytes.wrap(new byte[Short.BYTES]);

    private static final Set<StateKind> STORED = EnumSet.complementOf(EnumSet.of(StateKind.LIVES));

    private StateFormat() {}

    /** A full piece of the trail; its number is below 255, so that all pieces come before the holders. */
    static Bytes trailPiece(int number) {
        byte[] key = new byte[Short.BYTES + 1];
        key[Short.BYTES] = (byte) number;
        return Bytes.wrap(key);
    }

    /** What the keys of all entries of a holder start with. */
    static byte[] prefix(String holder) {
        byte[] id = holder.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Short.BYTES + id.length)
                .putShort((short) id.length)
                .put(id)
                .array();
    }

    static Bytes key(byte[] prefix, StateKind kind, byte[] coreKey) {
        return Bytes.wrap(ByteBuffer.allocate(prefix.length + 1 + coreKey.length)
                .put(prefix)
                .put(code(kind))
                .put(coreKey)
                .array());
    }

    /** Lies between the entries of a holder and those of the next. */
    static Bytes after(byte[] prefix) {
        byte[] key = Arrays.copyOf(prefix, prefix.length + 1);
        key[prefix.length] = (byte) 0xFF;
        return Bytes.wrap(key);
    }

    static String holderOf(byte[] key) {
        return new String(key, Short.BYTES, prefixLength(key) - Short.BYTES, StandardCharsets.UTF_8);
    }

    static StateKind kindOf(byte[] key) {
        byte code = key[prefixLength(key)];
        for (StateKind kind : STORED) {
            if (code(kind) == code) {
                return kind;
            }
        }
        throw new UnknownStateException("an entry of kind " + code);
    }

    static byte[] coreKeyOf(byte[] key) {
        return Arrays.copyOfRange(key, prefixLength(key) + 1, key.length);
    }

    private static int prefixLength(byte[] key) {
        return Short.BYTES + Short.toUnsignedInt(ByteBuffer.wrap(key).getShort());
    }

    private static byte code(StateKind kind) {
        return switch (kind) {
            case HOLDER -> 1;
            case LIVES -> throw new IllegalArgumentException("part of the own entry");
            case CLOCK -> 3;
            case REQUEST -> 4;
            case ALLOCATION -> 5;
            case READ -> 6;
        };
    }
}
