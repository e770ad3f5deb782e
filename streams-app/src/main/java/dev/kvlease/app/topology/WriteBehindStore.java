package dev.kvlease.app.topology;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.CacheFlushListener;

/**
 * A persistent store with a changelog, whose writer keeps what it has to write until Kafka Streams commits.
 *
 * <p>Kafka Streams tells a store with a cache that a commit is near, and then waits until all that it writes has arrived.
 * The interface is internal to Kafka Streams, but nothing public is called in time.
 * {@code WriteBehindTest} fails if it stops being called.
 */
final class WriteBehindStore extends ReadableStore {
    private Optional<Runnable> writer = Optional.empty();

    WriteBehindStore(KeyValueStore<Bytes, byte[]> entries) {
        super(entries);
    }

    /** Declares a store in a topology. It needs no cache of Kafka Streams: its writer is one. */
    static StoreBuilder<WriteBehindStore> builder(String name) {
        return new Builder(
                Stores.keyValueStoreBuilder(UnpositionedStore.supplier(name), Serdes.Bytes(), Serdes.ByteArray())
                        .withCachingDisabled());
    }

    /**
     * Names who writes; one before is forgotten.
     *
     * @param newWriter writes all that it has kept; called by the thread of the task, between records
     */
    void writeBehind(Runnable newWriter) {
        writer = Optional.of(newWriter);
    }

    @Override
    public void flushCache() {
        writer.ifPresent(Runnable::run);
    }

    /** What has not been written by now is lost with the task, and taken from the inputs again. */
    @Override
    public void clearCache() {
        writer = Optional.empty();
    }

    @Override
    public boolean setFlushListener(CacheFlushListener<Bytes, byte[]> listener, boolean sendOldValues) {
        return false;
    }

    @Override
    public void close() {
        clearCache();
        super.close();
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
