package dev.kvlease.app.eventfile;

import dev.kvlease.app.topics.Topic;

/**
 * Where a record comes from. A record of an event file that does not say where it lay in its topic counts as the next one
 * of partition 0.
 *
 * @param file the file that it was read from; empty if it came from elsewhere
 * @param line number of its line in the file, from 1; 0 without a line
 * @param partition partition of its topic
 * @param offset its place in that partition
 * @param recordTimeMs its record time, in milliseconds of the epoch
 */
public record Origin(String file, long line, int partition, long offset, long recordTimeMs) {
    /**
     * Where it stands, for a person: {@code incident.ndjson:12, lease-events-0@4}, or the latter alone without a line.
     *
     * @param topic its topic
     * @return a few words
     */
    public String place(Topic topic) {
        String inTopic = topic.shortName() + "-" + partition + "@" + offset;
        return line == 0 ? inTopic : file + ":" + line + ", " + inTopic;
    }
}
