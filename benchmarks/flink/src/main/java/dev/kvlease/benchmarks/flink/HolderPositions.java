package dev.kvlease.benchmarks.flink;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.common.AsOf;
import java.util.HashMap;
import java.util.Map;

/** What of each input has been consumed, by partition; positions never go back. */
final class HolderPositions {
    private final Map<Integer, AsOf> byPartition = new HashMap<>();

    /** Notes that a record has been consumed, and tells all positions after it. */
    AsOf consumed(TopicRecord record) {
        AsOf before = byPartition.get(record.partition());
        AsOf after = advanced(
                before == null ? new AsOf(record.partition(), 0, 0, 0, 0) : before,
                record.topic(),
                record.offset() + 1);
        byPartition.put(record.partition(), after);
        return after;
    }

    private static AsOf advanced(AsOf now, Topic input, long next) {
        return new AsOf(
                now.partition(),
                input == Topic.LEASE_EVENTS ? Math.max(next, now.leaseEvents()) : now.leaseEvents(),
                input == Topic.HANDSHAKE_SAMPLES ? Math.max(next, now.handshakeSamples()) : now.handshakeSamples(),
                input == Topic.READ_INTENTS ? Math.max(next, now.readIntents()) : now.readIntents(),
                input == Topic.READ_OUTCOMES ? Math.max(next, now.readOutcomes()) : now.readOutcomes());
    }

    void restore(long[] positions) {
        AsOf read = new AsOf((int) positions[0], positions[1], positions[2], positions[3], positions[4]);
        byPartition.put(read.partition(), read);
    }

    Iterable<long[]> all() {
        return byPartition.values().stream()
                .map(each -> new long[] {
                    each.partition(),
                    each.leaseEvents(),
                    each.handshakeSamples(),
                    each.readIntents(),
                    each.readOutcomes()
                })
                .toList();
    }
}
