package dev.kvlease.app.topology;

import dev.kvlease.app.codec.OutputKeys;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** Puts all verdicts of a reader into one partition, so that a reader consumes a single one. */
final class ReaderPartitioner implements StreamPartitioner<byte[], byte[]> {
    /** The method without headers is deprecated, but still the one that must be there. */
    @Override
    @SuppressWarnings("removal")
    public Optional<Set<Integer>> partitions(String topic, byte[] key, byte[] value, int numPartitions) {
        return Optional.of(Set.of(Partitions.of(OutputKeys.firstId(key), numPartitions)));
    }
}
