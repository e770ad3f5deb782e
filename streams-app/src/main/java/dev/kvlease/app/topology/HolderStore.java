package dev.kvlease.app.topology;

import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * What engines remember, in one persistent store with a changelog.
 *
 * <p>It is one store on purpose. A crash may cut its changelog anywhere; because a partition keeps the order of writes,
 * and the cache writes entries in the order in which they changed last, what is read back never has a holder's own entry,
 * which says what was seen, without the entries that were changed before it. With a store for each kind, and so a
 * changelog for each, an event could be remembered as seen without its effect.
 */
final class HolderStore {
    /** The name in the topology; the changelog's is made of it. */
    static final String NAME = "holder-state";

    private final KeyValueStore<Bytes, byte[]> store;
    private final BytesSerializer prefixSerializer = new BytesSerializer();

    HolderStore(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** The cache in front writes what changes with every record once per commit. */
    static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder() {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(NAME), Serdes.Bytes(), Serdes.ByteArray())
                .withCachingEnabled();
    }

    /** Writes what has changed in an engine. */
    void save(HeldState holder) {
        holder.engine().drainChanges(new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                if (kind == StateKind.LIVES) {
                    holder.rememberLives(value);
                    return;
                }
                byte[] stored = kind == StateKind.HOLDER ? holder.ownEntry(value) : value;
                store.put(StateFormat.key(holder.prefix(), kind, key), stored);
            }

            @Override
            public void delete(StateKind kind, byte[] key) {
                if (kind == StateKind.LIVES) {
                    holder.rememberLives(new byte[0]);
                    return;
                }
                store.delete(StateFormat.key(holder.prefix(), kind, key));
            }
        });
    }

    /** Gives an engine all that is remembered of its holder. */
    void load(HeldState holder) {
        boolean any = false;
        Bytes prefix = Bytes.wrap(holder.prefix());
        try (KeyValueIterator<Bytes, byte[]> entries = store.prefixScan(prefix, prefixSerializer)) {
            while (entries.hasNext()) {
                restore(holder, entries.next());
                any = true;
            }
        }
        if (any) {
            holder.engine().restored();
        }
    }

    private static void restore(HeldState holder, KeyValue<Bytes, byte[]> entry) {
        byte[] key = entry.key.get();
        StateKind kind = StateFormat.kindOf(key);
        if (kind == StateKind.HOLDER) {
            holder.restoreOwnEntry(entry.value);
        } else {
            holder.engine().restore(kind, StateFormat.coreKeyOf(key), entry.value);
        }
    }

    /**
     * All holders that are remembered, each with the record time of its last record. Jumps from holder to holder.
     *
     * @return a new map
     */
    Map<String, Long> holders() {
        Map<String, Long> found = new HashMap<>();
        Bytes from = StateFormat.after(new byte[Short.BYTES]);
        while (from != null) {
            from = next(from, found);
        }
        return found;
    }

    private Bytes next(Bytes from, Map<String, Long> found) {
        try (KeyValueIterator<Bytes, byte[]> entries = store.range(from, null)) {
            if (!entries.hasNext()) {
                return null;
            }
            KeyValue<Bytes, byte[]> entry = entries.next();
            byte[] key = entry.key.get();
            String holder = StateFormat.holderOf(key);
            boolean hasOwnEntry = StateFormat.kindOf(key) == StateKind.HOLDER;
            found.put(holder, hasOwnEntry ? HeldState.recordTimeMs(entry.value) : Long.MIN_VALUE);
            return StateFormat.after(StateFormat.prefix(holder));
        }
    }
}
