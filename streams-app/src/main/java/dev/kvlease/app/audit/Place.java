package dev.kvlease.app.audit;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;

/**
 * Where a record stands.
 *
 * @param topic its topic
 * @param origin where it comes from
 */
public record Place(Topic topic, Origin origin) {
    /**
     * Its record time.
     *
     * @return milliseconds of the epoch
     */
    public long recordTimeMs() {
        return origin.recordTimeMs();
    }

    @Override
    public String toString() {
        return origin.place(topic);
    }
}
