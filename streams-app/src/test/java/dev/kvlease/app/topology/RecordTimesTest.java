package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class RecordTimesTest {
    private static final long NOW_MS = 1_785_000_000_000L;
    private static final long HOUR_MS = RecordTimes.TOLERANCE.toMillis();

    private final RecordTimes times = new RecordTimes(Clock.fixed(Instant.ofEpochMilli(NOW_MS), ZoneOffset.UTC));

    @Test
    void theBrokersStampIsTaken() {
        ConsumerRecord<Object, Object> record = record(NOW_MS + 100 * HOUR_MS, TimestampType.LOG_APPEND_TIME);

        assertThat(times.extract(record, 5)).isEqualTo(NOW_MS + 100 * HOUR_MS);
        assertThat(marked(record)).isFalse();
    }

    @Test
    void aProducersStampIsTakenUpToAnHourAhead() {
        ConsumerRecord<Object, Object> edge = record(NOW_MS + HOUR_MS, TimestampType.CREATE_TIME);
        ConsumerRecord<Object, Object> beyond = record(NOW_MS + HOUR_MS + 1, TimestampType.CREATE_TIME);

        assertThat(times.extract(edge, 5)).isEqualTo(NOW_MS + HOUR_MS);
        assertThat(marked(edge)).isFalse();
        assertThat(times.extract(beyond, 5)).isEqualTo(5);
        assertThat(marked(beyond)).isTrue();
    }

    @Test
    void aNegativeStampNeverStopsTheStream() {
        ConsumerRecord<Object, Object> record = record(-1, TimestampType.NO_TIMESTAMP_TYPE);

        assertThat(times.extract(record, -1)).isZero();
        assertThat(marked(record)).isTrue();
    }

    private static boolean marked(ConsumerRecord<Object, Object> record) {
        return record.headers().lastHeader(RecordTimes.INVALID) != null;
    }

    private static ConsumerRecord<Object, Object> record(long timestamp, TimestampType type) {
        return new ConsumerRecord<>(
                "t", 0, 0, timestamp, type, 0, 0, null, null, new RecordHeaders(), Optional.empty());
    }
}
