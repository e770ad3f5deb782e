package dev.kvlease.app.topology;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.metrics.LeaseMeters;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/** Makes the processor of each task and declares its store. */
final class LeaseProcessorSupplier implements ProcessorSupplier<byte[], byte[], byte[], byte[]> {
    private final KvleaseConfig config;
    private final int inputPartitions;
    private final Supplier<Serde<Object>> valueSerdes;
    private final ReaderPartitions readerPartitions;
    private final LeaseMeters meters;
    private final Feed feed;

    LeaseProcessorSupplier(
            KvleaseConfig config,
            int inputPartitions,
            Supplier<Serde<Object>> valueSerdes,
            ReaderPartitions readerPartitions,
            LeaseMeters meters,
            Feed feed) {
        this.config = config;
        this.inputPartitions = inputPartitions;
        this.valueSerdes = valueSerdes;
        this.readerPartitions = readerPartitions;
        this.meters = meters;
        this.feed = feed;
    }

    @Override
    public Processor<byte[], byte[], byte[], byte[]> get() {
        return new LeaseProcessor(config, inputPartitions, valueSerdes, readerPartitions, meters, feed);
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return Set.of(WriteBehindStore.builder(HolderStore.NAME));
    }
}
