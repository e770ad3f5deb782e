package dev.kvlease.benchmarks.flink;

import dev.kvlease.app.topics.Topic;

/**
 * A record as it lay in a topic; its value is decoded where it is used, so that a shuffle carries no more than the bytes.
 *
 * @param holder the key
 * @param topic the input
 * @param partition its partition there
 * @param offset its offset there
 * @param timestampMs its record time, in milliseconds of the epoch
 * @param value the Avro value in the wire format
 */
@SuppressWarnings("ArrayRecordComponent")
public record TopicRecord(String holder, Topic topic, int partition, long offset, long timestampMs, byte[] value) {}
