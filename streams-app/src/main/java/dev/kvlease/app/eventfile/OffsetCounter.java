package dev.kvlease.app.eventfile;

import dev.kvlease.app.topics.Topic;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Gives records that do not tell their offset the one behind the highest so far of their partition. */
public final class OffsetCounter {
    /** Says that a record does not tell its offset. */
    public static final long UNTOLD = -1;

    private final Map<Integer, Map<Topic, Next>> partitions = new HashMap<>();

    /**
     * Takes note of a record.
     *
     * @param topic its topic
     * @param partition its partition, 0 or more
     * @param told its offset, or {@link #UNTOLD}
     * @return its offset
     */
    public long offset(Topic topic, int partition, long told) {
        Next next = partitions
                .computeIfAbsent(partition, unused -> new EnumMap<>(Topic.class))
                .computeIfAbsent(topic, unused -> new Next());
        long offset = told == UNTOLD ? next.offset : told;
        next.offset = Math.max(next.offset, offset + 1);
        return offset;
    }

    private static final class Next {
        private long offset;
    }
}
