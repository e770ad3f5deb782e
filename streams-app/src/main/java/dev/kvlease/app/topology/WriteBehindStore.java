package dev.kvlease.app.topology;

import java.util.Map;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * A persistent store with a changelog, whose writer keeps what it has to write until Kafka Streams commits.
 *
 * <p>Kafka Streams tells a store of its own kind that a commit is near, and then waits until all that it writes has
 * arrived: its caches live on that. The interface is internal to Kafka Streams, but nothing public is called in time.
 * {@code WriteBehindTest} fails if it stops being called.
 */
final class WriteBehindStore implements StateStore, ReadOnlyKeyValueStore<Bytes, byte[]>, CachedStateStore<Bytes, byte[]> {
    private static final Runnable NOTHING = () -> {};

    private final KeyValueStore<Bytes, byte[]> entries;
    private Runnable writer = NOTHING;

    WriteBehindStore(KeyValueStore<Bytes, byte[]> entries) {
        this.entries = entries;
    }

    /** Declares a store in a topology. It needs no cache of Kafka Streams: its writer is one. */
    static StoreBuilder<WriteBehindStore> builder(String name) {
        return new Builder(
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
                        .withCachingDisabled());
    }

    /** What is written, for who writes it. */
    KeyValueStore<Bytes, byte[]> entries() {
        return entries;
    }

    /**
     * Names who writes; one before is forgotten.
     *
     * @param newWriter writes all that it has kept; called by the thread of the task, between records
     */
    void writeBehind(Runnable newWriter) {
        writer = newWriter;
    }

    @Override
    public void flushCache() {
        writer.run();
    }

    /** What has not been written by now is lost with the task, and taken from the inputs again. */
    @Override
    public void clearCache() {
        writer = NOTHING;
    }

    @Override
    public boolean setFlushListener(CacheFlushListener<Bytes, byte[]> listener, boolean sendOldValues) {
        return false;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        entries.init(context, root);
    }

    @Override
    public void close() {
        clearCache();
        entries.close();
    }

    @Override
    public byte[] get(Bytes key) {
        return entries.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        return entries.range(from, to);
    }

    @Override
    public <P extends Serializer<Q>, Q> KeyValueIterator<Bytes, byte[]> prefixScan(Q prefix, P serializer) {
        return entries.prefixScan(prefix, serializer);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return entries.all();
    }

    @Override
    public long approximateNumEntries() {
        return entries.approximateNumEntries();
    }

    @Override
    public ReadOnlyKeyValueStore<Bytes, byte[]> readOnly(IsolationLevel isolationLevel) {
        return entries.readOnly(isolationLevel);
    }

    @Override
    public String name() {
        return entries.name();
    }

    @Override
    public boolean persistent() {
        return entries.persistent();
    }

    @Override
    public boolean isOpen() {
        return entries.isOpen();
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        entries.commit(changelogOffsets);
    }

    @Override
    public Long committedOffset(TopicPartition partition) {
        return entries.committedOffset(partition);
    }

    @Override
    public boolean managesOffsets() {
        return entries.managesOffsets();
    }

    @Override
    public long approximateNumUncommittedBytes() {
        return entries.approximateNumUncommittedBytes();
    }

    @Override
    public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
        return entries.query(query, bound, config);
    }

    @Override
    public Position getPosition() {
        return entries.getPosition();
    }

    private record Builder(StoreBuilder<KeyValueStore<Bytes, byte[]>> entries)
            implements StoreBuilder<WriteBehindStore> {
        @Override
        public WriteBehindStore build() {
            return new WriteBehindStore(entries.build());
        }

        @Override
        public StoreBuilder<WriteBehindStore> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<WriteBehindStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<WriteBehindStore> withLoggingEnabled(Map<String, String> config) {
            entries.withLoggingEnabled(config);
            return this;
        }

        @Override
        public StoreBuilder<WriteBehindStore> withLoggingDisabled() {
            entries.withLoggingDisabled();
            return this;
        }

        @Override
        public Map<String, String> logConfig() {
            return entries.logConfig();
        }

        @Override
        public boolean loggingEnabled() {
            return entries.loggingEnabled();
        }

        @Override
        public String name() {
            return entries.name();
        }
    }
}
