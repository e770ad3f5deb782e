package dev.kvlease.benchmarks.flink;

import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import java.util.Arrays;
import java.util.Map;
import org.apache.flink.api.common.state.MapState;

/**
 * What the engine of the current key remembers, as entries of a map state: the kind (1 byte) and the core's key give the
 * entry's key. The kind's ordinal does, because no state outlives a measurement.
 */
@SuppressWarnings("EnumOrdinal")
final class HolderMap implements StateSink {
    private static final StateKind[] KINDS = StateKind.values();

    private final MapState<byte[], byte[]> entries;

    HolderMap(MapState<byte[], byte[]> entries) {
        this.entries = entries;
    }

    @Override
    public void put(StateKind kind, byte[] key, byte[] value) {
        try {
            entries.put(entryKey(kind, key), value);
        } catch (Exception e) {
            throw new IllegalStateException("RocksDB did not take an entry", e);
        }
    }

    @Override
    public void delete(StateKind kind, byte[] key) {
        try {
            entries.remove(entryKey(kind, key));
        } catch (Exception e) {
            throw new IllegalStateException("RocksDB did not remove an entry", e);
        }
    }

    private static byte[] entryKey(StateKind kind, byte[] key) {
        byte[] entryKey = new byte[key.length + 1];
        entryKey[0] = (byte) kind.ordinal();
        System.arraycopy(key, 0, entryKey, 1, key.length);
        return entryKey;
    }

    /**
     * Gives a new engine all entries.
     *
     * @return whether there were any
     */
    boolean restore(LeaseEngine engine) throws Exception {
        boolean any = false;
        for (Map.Entry<byte[], byte[]> entry : entries.entries()) {
            byte[] key = entry.getKey();
            engine.restore(KINDS[key[0]], Arrays.copyOfRange(key, 1, key.length), entry.getValue());
            any = true;
        }
        if (any) {
            engine.restored();
        }
        return any;
    }
}
