package dev.kvlease.app.topology;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Takes record time from the broker, and lets no single record set it absurdly: a time stamp that a producer set and that
 * is negative or in the future is marked for the processor, and the time of its partition stands still.
 */
final class RecordTimes implements TimestampExtractor {
    /** Header that marks a record whose time stamp cannot be believed; its value is the time stamp. */
    static final String INVALID = "kvlease.invalid.timestamp";

    /** How far a producer's clock may be ahead of ours. The sweep of silent holders leaves the same slack. */
    static final Duration TOLERANCE = Duration.ofHours(1);

    private final Clock wallClock;

    RecordTimes(Clock wallClock) {
        this.wallClock = wallClock;
    }

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        long timestamp = record.timestamp();
        if (isBelievable(timestamp, record.timestampType())) {
            return timestamp;
        }
        record.headers().add(INVALID, Long.toString(timestamp).getBytes(StandardCharsets.UTF_8));
        return Math.max(partitionTime, 0);
    }

    private boolean isBelievable(long timestampMs, TimestampType setBy) {
        if (timestampMs < 0) {
            return false;
        }
        return setBy == TimestampType.LOG_APPEND_TIME || timestampMs <= wallClock.millis() + TOLERANCE.toMillis();
    }
}
