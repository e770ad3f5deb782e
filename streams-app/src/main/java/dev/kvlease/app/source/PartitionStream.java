package dev.kvlease.app.source;

import dev.kvlease.app.topics.Topic;
import java.io.IOException;

/** The records of one partition of a topic in the order of their offsets, which can be read again. */
public interface PartitionStream extends RecordStream {
    /**
     * Its topic.
     *
     * @return the topic of all its records
     */
    Topic topic();

    /**
     * Its partition.
     *
     * @return the partition of all its records
     */
    int partition();

    /**
     * Goes to where the next record is to be looked for.
     *
     * @param offset the lowest offset that it may have
     * @throws IOException if that place cannot be reached
     */
    void goTo(long offset) throws IOException;
}
