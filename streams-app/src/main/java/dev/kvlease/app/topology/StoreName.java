package dev.kvlease.app.topology;

import dev.kvlease.core.state.StateKind;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** The stores by name. What changes often is kept apart from what is written once, so that neither rewrites the other. */
enum StoreName {
    /** Watermarks, lives and missing ranges of holders. */
    HOLDERS("kvlease-holders"),
    /** Clocks of pairs. */
    CLOCKS("kvlease-clocks"),
    /** Requests and the deadlines of their leases. */
    REQUESTS("kvlease-requests"),
    /** Blocks of allocations. */
    ALLOCATIONS("kvlease-allocations"),
    /** Reads that are open, hold a claim or wait for judgement. */
    READS("kvlease-reads"),
    /** What of each input has been consumed, and the version of the format. */
    POSITIONS("kvlease-positions");

    private final String storeName;

    StoreName(String storeName) {
        this.storeName = storeName;
    }

    /** The name in the topology; the changelog's is made of it. */
    String storeName() {
        return storeName;
    }

    /** The store that keeps entries of a kind. */
    static StoreName of(StateKind kind) {
        return switch (kind) {
            case HOLDER, LIVES -> HOLDERS;
            case CLOCK -> CLOCKS;
            case REQUEST -> REQUESTS;
            case ALLOCATION -> ALLOCATIONS;
            case READ -> READS;
        };
    }

    /** A persistent store with a changelog; a cache in front writes what changes with every record once per commit. */
    StoreBuilder<KeyValueStore<Bytes, byte[]>> builder() {
        return Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore(storeName), Serdes.Bytes(), Serdes.ByteArray())
                .withCachingEnabled();
    }
}
