package dev.kvlease.app.source;

import dev.kvlease.app.topics.Topic;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * What is read of one partition.
 *
 * @param topic its topic
 * @param partition the partition
 * @param first the offset of the oldest record that is kept
 * @param start where reading begins
 * @param end where it ends, not included
 * @param cutAtMs the time of the oldest record, if older ones that were wanted are not kept any more
 * @param capped whether older ones that were wanted are left out because they are too many
 */
record TopicRange(
        Topic topic,
        TopicPartition partition,
        long first,
        long start,
        long end,
        Optional<Long> cutAtMs,
        boolean capped) {
    long length() {
        return Math.max(0, end - start);
    }
}
