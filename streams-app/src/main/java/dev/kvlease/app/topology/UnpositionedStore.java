package dev.kvlease.app.topology;

import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * A persistent store that does not tell its position. Kafka Streams asks for it with every entry of the changelog, copies
 * it each time, and uses it only for a kind of query that is not made here.
 */
final class UnpositionedStore extends ReadableStore implements KeyValueStore<Bytes, byte[]> {
    private final Position none = Position.emptyPosition();

    private UnpositionedStore(KeyValueStore<Bytes, byte[]> entries) {
        super(entries);
    }

    /** The same store as {@link Stores#persistentKeyValueStore} supplies. */
    static KeyValueBytesStoreSupplier supplier(String name) {
        KeyValueBytesStoreSupplier persistent = Stores.persistentKeyValueStore(name);
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return persistent.name();
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new UnpositionedStore(persistent.get());
            }

            @Override
            public String metricsScope() {
                return persistent.metricsScope();
            }
        };
    }

    @Override
    public Position getPosition() {
        return none;
    }

    @Override
    public void put(Bytes key, byte[] value) {
        wrapped().put(key, value);
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
        return wrapped().putIfAbsent(key, value);
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        wrapped().putAll(entries);
    }

    @Override
    public byte[] delete(Bytes key) {
        return wrapped().delete(key);
    }
}
