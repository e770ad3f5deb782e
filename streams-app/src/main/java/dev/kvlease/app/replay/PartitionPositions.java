package dev.kvlease.app.replay;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.common.AsOf;

/** What of each input has been consumed in one partition (semantics.md, Delivery). */
final class PartitionPositions {
    private final int partition;
    private long leaseEvents;
    private long handshakeSamples;
    private long readIntents;
    private long readOutcomes;

    PartitionPositions(int partition) {
        this.partition = partition;
    }

    /** Notes that a record has been consumed, and tells all positions after it; none goes back. */
    AsOf consumed(Topic topic, long offset) {
        long next = offset + 1;
        switch (topic) {
            case LEASE_EVENTS -> leaseEvents = Math.max(leaseEvents, next);
            case HANDSHAKE_SAMPLES -> handshakeSamples = Math.max(handshakeSamples, next);
            case READ_INTENTS -> readIntents = Math.max(readIntents, next);
            case READ_OUTCOMES -> readOutcomes = Math.max(readOutcomes, next);
            case VERDICTS, CLOCK_OFFSETS, VIOLATIONS, BLOCK_EVENTS, DEAD_LETTERS ->
                throw new IllegalArgumentException(topic + " is no input");
        }
        return new AsOf(partition, leaseEvents, handshakeSamples, readIntents, readOutcomes);
    }
}
