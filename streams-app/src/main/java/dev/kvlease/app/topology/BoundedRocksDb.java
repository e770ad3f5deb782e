package dev.kvlease.app.topology;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/** Lets all stores of a process share one bounded piece of memory, however many partitions it has. */
public final class BoundedRocksDb implements RocksDBConfigSetter {
    /** Property under which Kafka Streams hands the {@link Memory} to this class. */
    public static final String MEMORY = "kvlease.internal.rocksdb.memory";

    private static final long WRITE_BUFFER_BYTES = 8L << 20;
    private static final int MAX_WRITE_BUFFERS = 2;

    /** What all stores share. Close it after the stores. */
    public static final class Memory implements AutoCloseable {
        private final Cache cache;
        private final WriteBufferManager writeBuffers;

        /**
         * Takes no memory yet.
         *
         * @param bytes block cache and write buffers together
         */
        public Memory(long bytes) {
            RocksDB.loadLibrary();
            cache = new LRUCache(bytes);
            writeBuffers = new WriteBufferManager(bytes / 2, cache);
        }

        @Override
        public void close() {
            writeBuffers.close();
            cache.close();
        }
    }

    /** Kafka Streams makes one for each store. */
    public BoundedRocksDb() {}

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        Memory memory = (Memory) configs.get(MEMORY);
        BlockBasedTableConfig tables = (BlockBasedTableConfig) options.tableFormatConfig();
        tables.setBlockCache(memory.cache);
        tables.setCacheIndexAndFilterBlocks(true);
        tables.setPinTopLevelIndexAndFilter(true);
        options.setTableFormatConfig(tables);
        options.setWriteBufferManager(memory.writeBuffers);
        options.setWriteBufferSize(WRITE_BUFFER_BYTES);
        options.setMaxWriteBufferNumber(MAX_WRITE_BUFFERS);
    }

    @Override
    public void close(String storeName, Options options) {
        // the memory is shared and outlives the store
    }
}
