package dev.kvlease.app.topology;

import java.util.ArrayList;
import java.util.Arrays;
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

/**
 * A store as Kafka Streams keeps one, behind a {@link WriteBehindStore}: what is written goes to a changelog in the order of
 * the writes. The changelog may be cut anywhere, as a crash does, and a store read back from what is left.
 */
final class LoggedStore implements KeyValueStore<Bytes, byte[]> {
    private final NavigableMap<Bytes, byte[]> entries = new TreeMap<>();
    private final List<KeyValue<Bytes, byte[]>> changelog = new ArrayList<>();
    private final WriteBehindStore front = new WriteBehindStore(this);

    static LoggedStore restored(List<KeyValue<Bytes, byte[]>> changelog) {
        LoggedStore store = new LoggedStore();
        store.changelog.addAll(changelog);
        changelog.forEach(entry -> store.set(entry.key, entry.value));
        return store;
    }

    /** What a task is given. */
    WriteBehindStore front() {
        return front;
    }

    /** Writes what the task has kept; happens at a commit, every second, and whenever much has piled up. */
    void writeChanges() {
        front.flushCache();
    }

    List<KeyValue<Bytes, byte[]>> changelog() {
        return changelog;
    }

    private void set(Bytes key, byte[] value) {
        if (value == null) {
            entries.remove(key);
        } else {
            entries.put(key, value);
        }
    }

    @Override
    public void put(Bytes key, byte[] value) {
        set(key, value);
        changelog.add(KeyValue.pair(key, value));
    }

    @Override
    public byte[] delete(Bytes key) {
        byte[] before = entries.get(key);
        put(key, null);
        return before;
    }

    @Override
    public byte[] get(Bytes key) {
        return entries.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        NavigableMap<Bytes, byte[]> tail = from == null ? entries : entries.tailMap(from, true);
        return iterator(to == null ? tail : tail.headMap(to, true));
    }

    @Override
    public <P extends Serializer<Q>, Q> KeyValueIterator<Bytes, byte[]> prefixScan(Q prefix, P serializer) {
        byte[] from = serializer.serialize("", prefix);
        NavigableMap<Bytes, byte[]> found = new TreeMap<>(entries.tailMap(Bytes.wrap(from), true));
        found.keySet().removeIf(key -> !Arrays.equals(from, Arrays.copyOf(key.get(), from.length)));
        return iterator(found);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return iterator(entries);
    }

    private static KeyValueIterator<Bytes, byte[]> iterator(Map<Bytes, byte[]> part) {
        Iterator<Map.Entry<Bytes, byte[]>> copy = new TreeMap<>(part).entrySet().iterator();
        return new KeyValueIterator<>() {
            @Override
            public boolean hasNext() {
                return copy.hasNext();
            }

            @Override
            public KeyValue<Bytes, byte[]> next() {
                Map.Entry<Bytes, byte[]> entry = copy.next();
                return KeyValue.pair(entry.getKey(), entry.getValue());
            }

            @Override
            public Bytes peekNextKey() {
                throw new UnsupportedOperationException();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> all) {
        all.forEach(entry -> put(entry.key, entry.value));
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
    public void init(StateStoreContext context, StateStore root) {}

    @Override
    public void close() {}

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public Position getPosition() {
        return Position.emptyPosition();
    }
}
