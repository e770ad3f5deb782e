package dev.kvlease.demo.live;

import dev.kvlease.demo.stats.RunStats;
import dev.kvlease.schemas.ClockOffset;
import dev.kvlease.schemas.Violation;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/** Counts what the stream says besides verdicts, as a dashboard would. */
final class OutputWatch implements Consumer<ConsumerRecord<String, byte[]>> {
    private final String deadLetters;
    private final Deserializer<?> values;
    private final RunStats stats;

    OutputWatch(String deadLetters, Deserializer<?> values, RunStats stats) {
        this.deadLetters = deadLetters;
        this.values = values;
        this.stats = stats;
    }

    @Override
    public void accept(ConsumerRecord<String, byte[]> record) {
        if (record.topic().equals(deadLetters)) {
            stats.deadLetter();
            return;
        }
        Object value = values.deserialize(record.topic(), record.headers(), record.value());
        if (value instanceof ClockOffset offset) {
            stats.clock(offset);
        } else if (value instanceof Violation violation) {
            stats.violated(violation);
        }
    }
}
