package dev.kvlease.app.source;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.trail.TakenOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The order in which the stream took the records of its inputs, as recorded verdicts tell. It is an order within each
 * partition; between partitions, and where verdicts tell nothing, it is that of {@link TimeOrder}. Total, and the same every
 * time.
 */
public final class ConsumedOrder implements RecordOrder {
    private final Map<Integer, TakenOrder> partitions = new TreeMap<>();
    private final RecordOrder otherwise = new TimeOrder();
    private long verdicts;

    /** The order that no verdict tells of yet. */
    public ConsumedOrder() {}

    /**
     * Takes what a verdict tells. Verdicts may come in any order.
     *
     * @param record any record; only a verdict tells something
     * @throws IllegalArgumentException if it is a verdict that cannot be used; it tells nothing then
     */
    public void learn(StoredRecord record) {
        record.verdict().ifPresent(verdict -> {
            int partition = verdict.getEvidence().getAsOf().getPartition();
            TakenOrder order = partitions.getOrDefault(partition, new TakenOrder());
            order.add(verdict, record.origin().partition(), record.origin().offset());
            partitions.put(partition, order);
            verdicts++;
        });
    }

    /**
     * How many verdicts have told of the order.
     *
     * @return the count; 0 if the order is that of time alone
     */
    public long verdicts() {
        return verdicts;
    }

    @Override
    public RecordStream merge(List<? extends RecordStream> streams) {
        Map<Integer, Map<Topic, PartitionStream>> followed = new TreeMap<>();
        List<RecordStream> merged = new ArrayList<>();
        for (RecordStream stream : streams) {
            if (stream instanceof PartitionStream input && isFollowed(input)) {
                followed.computeIfAbsent(input.partition(), unused -> new EnumMap<>(Topic.class))
                        .put(input.topic(), input);
            } else {
                merged.add(stream);
            }
        }
        followed.forEach((partition, inputs) -> merged.add(
                new ConsumedPartition(inputs, partitions.get(partition).targets())));
        return otherwise.merge(merged);
    }

    private boolean isFollowed(PartitionStream stream) {
        return stream.topic().role() == Topic.Role.INPUT && partitions.containsKey(stream.partition());
    }
}
