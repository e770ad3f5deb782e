package dev.kvlease.app.topics;

import dev.kvlease.schemas.TopicNames;
import java.util.Optional;

/**
 * How the topics of a cluster are to be made.
 *
 * @param prefix what every name starts with, such as {@code kvlease.}
 * @param inputPartitions partitions of each input, at least 1; all inputs have the same count
 * @param outputPartitions partitions of each output, at least 1; that of the verdicts is fixed once readers use it
 * @param replicationFactor replicas of each partition, at least 1; empty leaves it to the broker
 */
public record TopicLayout(String prefix, int inputPartitions, int outputPartitions, Optional<Short> replicationFactor) {
    /** The prefix unless it is configured. */
    public static final String DEFAULT_PREFIX = TopicNames.DEFAULT_PREFIX;

    /** The partition count unless it is configured. */
    public static final int DEFAULT_PARTITIONS = 6;

    /** Checks the ranges. */
    public TopicLayout {
        if (inputPartitions < 1 || outputPartitions < 1) {
            throw new IllegalArgumentException("a topic needs at least one partition");
        }
        if (replicationFactor.filter(factor -> factor < 1).isPresent()) {
            throw new IllegalArgumentException("the replication factor must be at least 1");
        }
    }

    /**
     * The default counts, and the broker's replication factor.
     *
     * @return the layout
     */
    public static TopicLayout standard() {
        return new TopicLayout(DEFAULT_PREFIX, DEFAULT_PARTITIONS, DEFAULT_PARTITIONS, Optional.empty());
    }

    /**
     * How many partitions a topic gets.
     *
     * @param topic the topic
     * @return at least 1
     */
    public int partitions(Topic topic) {
        return topic.role() == Topic.Role.INPUT ? inputPartitions : outputPartitions;
    }
}
