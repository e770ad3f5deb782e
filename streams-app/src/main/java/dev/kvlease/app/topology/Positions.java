package dev.kvlease.app.topology;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.trail.Trail;
import dev.kvlease.core.common.AsOf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What of each input has been consumed (semantics.md, Delivery), and in which order. A position never goes back, also when
 * records are processed again after a crash; the trail tells that they are.
 */
final class Positions {
    private static final int HEAD_LENGTH = 1 + 4 * Long.BYTES;

    private final KeyValueStore<Bytes, byte[]> store;
    private final Trail trail = new Trail();
    private final List<KeyValue<Bytes, byte[]>> fullPieces = new ArrayList<>();
    private AsOf current;

    /** Goes on from what is stored, as a new run. */
    Positions(KeyValueStore<Bytes, byte[]> store, int partition, long nowMs) {
        this.store = store;
        this.current = read(store.get(StateFormat.POSITIONS), partition);
        trail.begin(nowMs);
    }

    private AsOf read(byte[] stored, int partition) {
        if (stored == null) {
            return new AsOf(partition, 0, 0, 0, 0);
        }
        ByteBuffer in = ByteBuffer.wrap(stored);
        byte version = in.get();
        if (version != StateFormat.VERSION) {
            throw new UnknownStateException("the format version " + version);
        }
        AsOf asOf = new AsOf(partition, in.getLong(), in.getLong(), in.getLong(), in.getLong());
        trail.read(in);
        readPieces();
        return asOf;
    }

    private void readPieces() {
        boolean fits = true;
        while (fits && trail.pieceBefore() >= 0) {
            byte[] piece = store.get(StateFormat.trailPiece(trail.pieceBefore()));
            fits = piece != null && trail.readPiece(ByteBuffer.wrap(piece));
        }
    }

    /** Notes that a record has been consumed, and tells all positions after it. */
    AsOf consumed(Topic input, long offset) {
        trail.took(input, offset);
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

    Trail trail() {
        return trail;
    }

    /** The record that was consumed last has been applied. */
    void applied() {
        if (trail.isPieceFull()) {
            fullPieces.add(KeyValue.pair(StateFormat.trailPiece(trail.fullPiece()), trail.writePiece()));
        }
    }

    /** Adds the positions to what is to be written; call last, so that a crash never leaves them ahead of what was consumed. */
    void save(List<KeyValue<Bytes, byte[]>> batch) {
        batch.addAll(fullPieces);
        fullPieces.clear();
        byte[] head = ByteBuffer.allocate(HEAD_LENGTH)
                .put(StateFormat.VERSION)
                .putLong(current.leaseEvents())
                .putLong(current.handshakeSamples())
                .putLong(current.readIntents())
                .putLong(current.readOutcomes())
                .array();
        batch.add(KeyValue.pair(StateFormat.POSITIONS, trail.write(head)));
    }
}
