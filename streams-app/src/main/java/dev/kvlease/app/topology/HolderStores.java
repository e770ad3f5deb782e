package dev.kvlease.app.topology;

import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** What engines remember, in stores. A holder's header also carries its record time, for the sweep of silent holders. */
final class HolderStores {
    private static final StateKind[] KINDS = StateKind.values();

    private final Map<StoreName, KeyValueStore<Bytes, byte[]>> stores = new EnumMap<>(StoreName.class);
    private final BytesSerializer prefixSerializer = new BytesSerializer();

    HolderStores(Function<StoreName, KeyValueStore<Bytes, byte[]>> storeOf) {
        for (StateKind kind : KINDS) {
            stores.computeIfAbsent(StoreName.of(kind), storeOf);
        }
    }

    /** Writes what has changed in an engine. */
    void save(byte[] prefix, LeaseEngine engine) {
        engine.drainChanges(new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                byte[] stored = kind == StateKind.HOLDER ? stamped(engine.lastRecordTimeMs(), value) : value;
                storeOf(kind).put(StoreFormat.key(prefix, code(kind), key), stored);
            }

            @Override
            public void delete(StateKind kind, byte[] key) {
                storeOf(kind).delete(StoreFormat.key(prefix, code(kind), key));
            }
        });
    }

    /**
     * Gives an engine all that is remembered of its holder.
     *
     * @return true if there was anything
     */
    boolean load(byte[] prefix, LeaseEngine engine) {
        boolean any = false;
        for (KeyValueStore<Bytes, byte[]> store : stores.values()) {
            try (KeyValueIterator<Bytes, byte[]> entries = store.prefixScan(Bytes.wrap(prefix), prefixSerializer)) {
                while (entries.hasNext()) {
                    restore(prefix.length, entries.next(), engine);
                    any = true;
                }
            }
        }
        if (any) {
            engine.restored();
        }
        return any;
    }

    private static void restore(int prefixLength, KeyValue<Bytes, byte[]> entry, LeaseEngine engine) {
        byte[] key = entry.key.get();
        StateKind kind = kindOf(key[prefixLength]);
        byte[] coreKey = Arrays.copyOfRange(key, prefixLength + 1, key.length);
        engine.restore(kind, coreKey, kind == StateKind.HOLDER ? unstamped(entry.value) : entry.value);
    }

    /**
     * The next holder in the order of the stores.
     *
     * @param after the prefix of the holder before it; empty for the first
     * @return the header of the next holder, or empty at the end
     */
    Optional<Header> nextHeader(byte[] after) {
        KeyValueStore<Bytes, byte[]> holders = storeOf(StateKind.HOLDER);
        Bytes from = after.length == 0 ? null : StoreFormat.key(after, Byte.MAX_VALUE, new byte[0]);
        try (KeyValueIterator<Bytes, byte[]> entries = holders.range(from, null)) {
            while (entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                byte[] key = entry.key.get();
                int prefixLength = StoreFormat.prefixLength(key);
                if (kindOf(key[prefixLength]) == StateKind.HOLDER) {
                    long recordTimeMs = ByteBuffer.wrap(entry.value).getLong();
                    return Optional.of(new Header(Arrays.copyOf(key, prefixLength), recordTimeMs));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * A holder that is remembered.
     *
     * @param prefix what its keys start with
     * @param recordTimeMs record time of its last record, when it was last saved
     */
    record Header(byte[] prefix, long recordTimeMs) {}

    private KeyValueStore<Bytes, byte[]> storeOf(StateKind kind) {
        return stores.get(StoreName.of(kind));
    }

    private static byte code(StateKind kind) {
        return switch (kind) {
            case HOLDER -> 1;
            case LIVES -> 2;
            case CLOCK -> 3;
            case REQUEST -> 4;
            case ALLOCATION -> 5;
            case READ -> 6;
        };
    }

    private static StateKind kindOf(byte code) {
        for (StateKind kind : KINDS) {
            if (code(kind) == code) {
                return kind;
            }
        }
        throw new UnknownStateException("an entry of kind " + code);
    }

    private static byte[] stamped(long recordTimeMs, byte[] value) {
        return ByteBuffer.allocate(Long.BYTES + value.length)
                .putLong(recordTimeMs)
                .put(value)
                .array();
    }

    private static byte[] unstamped(byte[] stored) {
        return Arrays.copyOfRange(stored, Long.BYTES, stored.length);
    }
}
