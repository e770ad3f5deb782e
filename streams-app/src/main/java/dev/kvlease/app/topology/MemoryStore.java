package dev.kvlease.app.topology;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** A store on the heap that can be copied, for a replay that follows a task over its restarts. Belongs to no topology. */
public final class MemoryStore implements KeyValueStore<Bytes, byte[]> {
    private final NavigableMap<Bytes, byte[]> entries;

    /** A store with nothing in it. */
    public MemoryStore() {
        entries = new TreeMap<>();
    }

    private MemoryStore(MemoryStore other) {
        entries = new TreeMap<>(other.entries);
    }

    /**
     * What a task that is started again finds.
     *
     * @return a store with the same entries, which goes its own way from here
     */
    public MemoryStore copy() {
        return new MemoryStore(this);
    }

    @Override
    public void put(Bytes key, byte[] value) {
        if (value == null) {
            entries.remove(key);
        } else {
            entries.put(key, value);
        }
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        return entries.putIfAbsent(key, value);
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> all) {
        all.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte[] delete(Bytes key) {
        return entries.remove(key);
    }

    @Override
    public byte[] get(Bytes key) {
        return entries.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        NavigableMap<Bytes, byte[]> tail = from == null ? entries : entries.tailMap(from, true);
        return new Entries(to == null ? tail : tail.headMap(to, true));
    }

    @Override
    public <P extends Serializer<Q>, Q> KeyValueIterator<Bytes, byte[]> prefixScan(Q prefix, P serializer) {
        byte[] first = serializer.serialize("", prefix);
        NavigableMap<Bytes, byte[]> tail = entries.tailMap(Bytes.wrap(first), true);
        byte[] after = first.clone();
        for (int i = after.length - 1; i >= 0; i--) {
            after[i]++;
            if (after[i] != 0) {
                return new Entries(tail.headMap(Bytes.wrap(after), false));
            }
        }
        return new Entries(tail);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return new Entries(entries);
    }

    @Override
    public long approximateNumEntries() {
        return entries.size();
    }

    @Override
    public String name() {
        return HolderStore.NAME;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        // Belongs to no topology.
    }

    @Override
    public void close() {
        // Holds nothing open.
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public Position getPosition() {
        return Position.emptyPosition();
    }

    private static final class Entries implements KeyValueIterator<Bytes, byte[]> {
        private final Iterator<Map.Entry<Bytes, byte[]>> entries;

        Entries(Map<Bytes, byte[]> part) {
            entries = part.entrySet().iterator();
        }

        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            Map.Entry<Bytes, byte[]> entry = entries.next();
            return KeyValue.pair(entry.getKey(), entry.getValue());
        }

        @Override
        public Bytes peekNextKey() {
            throw new UnsupportedOperationException("only read forwards");
        }

        @Override
        public void close() {
            // Holds nothing open.
        }
    }
}
