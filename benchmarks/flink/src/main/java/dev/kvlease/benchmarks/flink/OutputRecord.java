package dev.kvlease.benchmarks.flink;

/**
 * A record for an output topic.
 *
 * @param topic its name
 * @param key the key's bytes
 * @param value the Avro value in the wire format
 * @param timestampMs its record time, in milliseconds of the epoch
 */
@SuppressWarnings("ArrayRecordComponent")
public record OutputRecord(String topic, byte[] key, byte[] value, long timestampMs) {}
