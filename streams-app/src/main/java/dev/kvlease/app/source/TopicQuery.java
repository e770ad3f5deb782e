package dev.kvlease.app.source;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
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
 * @param isolation whether records of transactions that were not committed are left out, unless the properties of the consumer
 *     say it
 * @param narrowing which records of a partition
 * @param patience how long the cluster is waited for
 */
public record TopicQuery(
        List<Topic> topics,
        Slice slice,
        Duration history,
        Optional<Integer> partition,
        IsolationLevel isolation,
        Narrowing narrowing,
        Patience patience) {
    /**
     * How long the cluster is waited for.
     *
     * @param answers for the answer to a question, such as where a partition ends
     * @param records for the next record of a partition that has more
     * @param firm whether no property of the consumer may make it longer
     */
    public record Patience(Duration answers, Duration records, boolean firm) {
        /** For a command, whose user can see that it waits. */
        public static final Patience DEFAULT = new Patience(TopicAdmin.DEFAULT_TIMEOUT, Duration.ofSeconds(30), false);
    }

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
        return new TopicQuery(
                List.copyOf(topics),
                slice,
                history,
                Optional.empty(),
                IsolationLevel.READ_COMMITTED,
                Narrowing.NONE,
                Patience.DEFAULT);
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
        return new TopicQuery(topics, slice, history, Optional.of(only), read, narrowing, patience);
    }

    /**
     * The newest records of one key.
     *
     * @param key the key
     * @param only its partition
     * @param mostRecords how many records of the partition are looked at
     * @return a narrower query
     */
    public TopicQuery ofKey(String key, int only, long mostRecords) {
        Narrowing newest = new Narrowing(Optional.of(key), mostRecords);
        return new TopicQuery(topics, slice, history, Optional.of(only), isolation, newest, patience);
    }

    /**
     * For somebody who waits for an answer and not for its reasons.
     *
     * @param answers how long an answer of the cluster may take
     * @param records how long the next record may take, which may have to come from a disk or from further away
     * @return the same query
     */
    public TopicQuery within(Duration answers, Duration records) {
        Patience firm = new Patience(answers, records, true);
        return new TopicQuery(topics, slice, history, partition, isolation, narrowing, firm);
    }
}
