package dev.kvlease.app.export;

import dev.kvlease.app.topics.Topic;

/**
 * A record as it stands in a topic.
 *
 * @param topic which topic
 * @param partition its partition
 * @param offset its place there
 * @param timestampMs its record time, in milliseconds of the epoch
 * @param value its decoded value
 */
record LogRecord(Topic topic, int partition, long offset, long timestampMs, Object value) {}
