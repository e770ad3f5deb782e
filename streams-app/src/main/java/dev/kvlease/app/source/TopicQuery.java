package dev.kvlease.app.source;

import dev.kvlease.app.topics.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.IsolationLevel;

/**
 * What of a cluster's topics is to be read.
 *
 * @param topics which topics
 * @param slice which stretch
 * @param history how long before a slice's time to begin
 * @param partition the only partition; all if empty
 * @param isolation whether records of transactions that were not committed are left out
 */
public record TopicQuery(
        List<Topic> topics, Slice slice, Duration history, Optional<Integer> partition, IsolationLevel isolation) {
    /** Copies the list. */
    public TopicQuery {
        topics = List.copyOf(topics);
    }

    /**
     * Committed records of all partitions.
     *
     * @param topics which topics
     * @param slice which stretch
     * @param history how long before a slice's time to begin
     * @return the query
     */
    public static TopicQuery committed(Collection<Topic> topics, Slice slice, Duration history) {
        return new TopicQuery(List.copyOf(topics), slice, history, Optional.empty(), IsolationLevel.READ_COMMITTED);
    }

    /**
     * All that is kept.
     *
     * @param topics which topics
     * @return a query of committed records
     */
    public static TopicQuery all(Collection<Topic> topics) {
        return committed(topics, Slice.ALL, Duration.ZERO);
    }

    /**
     * What one task of the stream took.
     *
     * @param only its partition
     * @param read the isolation that the stream reads with
     * @return a narrower query
     */
    public TopicQuery ofTask(int only, IsolationLevel read) {
        return new TopicQuery(topics, slice, history, Optional.of(only), read);
    }
}
