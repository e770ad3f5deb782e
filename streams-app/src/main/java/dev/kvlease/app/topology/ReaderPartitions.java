package dev.kvlease.app.topology;

import dev.kvlease.app.codec.OutputKeys;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** Puts all verdicts of a reader into one partition, so that a reader consumes a single one. */
final class ReaderPartitions implements StreamPartitioner<byte[], byte[]> {
    /** What {@link #of} says before the count is known. */
    static final int UNKNOWN = -1;

    /** Fixed when the topic was made, but told only with the first record. Shared by all threads. */
    private volatile int count;

    /** The method without headers is deprecated, but still the one that must be there. */
    @Override
    @SuppressWarnings("removal")
    public Optional<Set<Integer>> partitions(String topic, byte[] key, byte[] value, int numPartitions) {
        count = numPartitions;
        return Optional.of(Set.of(of(key, numPartitions)));
    }

    /** The partition of a verdict's key, or {@link #UNKNOWN} before the first verdict was written. */
    int of(byte[] key) {
        int known = count;
        return known == 0 ? UNKNOWN : of(key, known);
    }

    private static int of(byte[] key, int count) {
        return Partitions.of(OutputKeys.firstId(key), count);
    }
}
