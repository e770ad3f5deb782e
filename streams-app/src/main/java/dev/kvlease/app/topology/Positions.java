package dev.kvlease.app.topology;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.common.AsOf;
import java.nio.ByteBuffer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What of each input has been consumed (semantics.md, Delivery). A position never goes back, also when records are
 * processed again after a crash.
 */
final class Positions {
    private static final int LENGTH = 1 + 4 * Long.BYTES;

    private final KeyValueStore<Bytes, byte[]> store;
    private AsOf current;

    Positions(KeyValueStore<Bytes, byte[]> store, int partition) {
        this.store = store;
        this.current = read(store.get(StateFormat.POSITIONS), partition);
    }

    private static AsOf read(byte[] stored, int partition) {
        if (stored == null) {
            return new AsOf(partition, 0, 0, 0, 0);
        }
        ByteBuffer in = ByteBuffer.wrap(stored);
        byte version = in.get();
        if (version != StateFormat.VERSION) {
            throw new UnknownStateException("the format version " + version);
        }
        return new AsOf(partition, in.getLong(), in.getLong(), in.getLong(), in.getLong());
    }

    /** Notes that a record has been consumed, and tells all positions after it. */
    AsOf consumed(Topic input, long offset) {
        long next = offset + 1;
        AsOf now = current;
        current = new AsOf(
                now.partition(),
                input == Topic.LEASE_EVENTS ? Math.max(next, now.leaseEvents()) : now.leaseEvents(),
                input == Topic.HANDSHAKE_SAMPLES ? Math.max(next, now.handshakeSamples()) : now.handshakeSamples(),
                input == Topic.READ_INTENTS ? Math.max(next, now.readIntents()) : now.readIntents(),
                input == Topic.READ_OUTCOMES ? Math.max(next, now.readOutcomes()) : now.readOutcomes());
        return current;
    }

    /** Writes the positions; call last, so that a crash never leaves them ahead of what was consumed. */
    void save() {
        store.put(
                StateFormat.POSITIONS,
                ByteBuffer.allocate(LENGTH)
                        .put(StateFormat.VERSION)
                        .putLong(current.leaseEvents())
                        .putLong(current.handshakeSamples())
                        .putLong(current.readIntents())
                        .putLong(current.readOutcomes())
                        .array());
    }
}
