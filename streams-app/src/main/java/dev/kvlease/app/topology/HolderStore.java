package dev.kvlease.app.topology;

import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.serialization.BytesSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What engines remember, in one persistent store with a changelog.
 *
 * <p>It is one store on purpose. A crash may cut its changelog anywhere; because a partition keeps the order of writes,
 * and a holder's own entry is written after all others that have changed, what is read back never has this entry, which
 * says what was seen, without the entries that were changed before it. With a store for each kind, and so a changelog for
 * each, an event could be remembered as seen without its effect.
 */
final class HolderStore {
    /** The name in the topology; the changelog's is made of it. */
    static final String NAME = "holder-state";

    private final KeyValueStore<Bytes, byte[]> store;
    private final LongSupplier step;
    private final long readFromStep;
    private boolean torn;
    private final BytesSerializer prefixSerializer = new BytesSerializer();

    /**
     * What a run finds, and adds to.
     *
     * @param step tells the step that the run is at; now the last one that the positions it found know
     */
    HolderStore(KeyValueStore<Bytes, byte[]> store, LongSupplier step) {
        this.store = store;
        this.step = step;
        this.readFromStep = step.getAsLong();
    }

    /**
     * Adds what has changed in an engine to what is to be written, the holder's own entry last.
     *
     * @param batch is written in its order; positions come after it
     */
    void save(HeldState holder, List<KeyValue<Bytes, byte[]>> batch) {
        holder.engine().drainChanges(new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                if (kind == StateKind.LIVES) {
                    holder.rememberLives(value);
                    return;
                }
                byte[] content = kind == StateKind.HOLDER ? holder.ownEntry(value) : value;
                batch.add(KeyValue.pair(StateFormat.key(holder.prefix(), kind, key), stamped(content)));
            }

            @Override
            public void delete(StateKind kind, byte[] key) {
                if (kind == StateKind.LIVES) {
                    holder.rememberLives(new byte[0]);
                    return;
                }
                batch.add(KeyValue.pair(StateFormat.key(holder.prefix(), kind, key), null));
            }
        });
    }

    /** Each entry tells the step that wrote it. */
    private byte[] stamped(byte[] content) {
        return ByteBuffer.allocate(Long.BYTES + content.length)
                .putLong(step.getAsLong())
                .put(content)
                .array();
    }

    private static byte[] content(byte[] stored) {
        return Arrays.copyOfRange(stored, Long.BYTES, stored.length);
    }

    /** Positions are written last. What is newer was left by a crash that cut the writing. */
    private boolean isNewerThanPositions(byte[] stored) {
        return ByteBuffer.wrap(stored).getLong() > readFromStep;
    }

    /**
     * Gives an engine all that is remembered of its holder.
     *
     * @return whether a crash had cut the writing of it
     * @throws DamagedStateException if the holder's own entry is gone, which is written last and deleted last: without it a
     *     tracked holder would be judged like one that sends no events
     */
    boolean load(HeldState holder) {
        boolean any = false;
        boolean torn = false;
        boolean hasOwnEntry = false;
        boolean needsOwnEntry = false;
        Bytes prefix = Bytes.wrap(holder.prefix());
        try (KeyValueIterator<Bytes, byte[]> entries = store.prefixScan(prefix, prefixSerializer)) {
            while (entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                restore(holder, entry.key.get(), entry.value);
                any = true;
                boolean newer = isNewerThanPositions(entry.value);
                torn |= newer;
                needsOwnEntry |= !newer;
                hasOwnEntry |= StateFormat.kindOf(entry.key.get()) == StateKind.HOLDER;
            }
        }
        if (needsOwnEntry && !hasOwnEntry) {
            throw new DamagedStateException(
                    "holder " + StateFormat.holderOf(holder.prefix()) + " has entries but not its own");
        }
        if (any) {
            holder.engine().restored();
        }
        return torn;
    }

    /** Gives an engine one entry of its holder, as it is stored. */
    static void restore(HeldState holder, byte[] key, byte[] stored) {
        StateKind kind = StateFormat.kindOf(key);
        byte[] content = content(stored);
        if (kind == StateKind.HOLDER) {
            holder.restoreOwnEntry(content);
        } else {
            holder.engine().restore(kind, StateFormat.coreKeyOf(key), content);
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

    /** Whether {@link #holders} has come upon an entry that a crash had left, of which the rest may be missing. */
    boolean isTorn() {
        return torn;
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
            found.put(holder, hasOwnEntry ? HeldState.recordTimeMs(content(entry.value)) : Long.MIN_VALUE);
            torn |= isNewerThanPositions(entry.value);
            return StateFormat.after(StateFormat.prefix(holder));
        }
    }
}
