package dev.kvlease.app.topology;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.common.Constants;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Reads the records of the inputs again as the stream read them. */
public final class RecordedInputs {
    private final Intake intake;

    /**
     * A reader.
     *
     * @param values decodes values of all topics
     * @param partitions the partition count of the inputs
     */
    public RecordedInputs(Deserializer<Object> values, int partitions) {
        this.intake = new Intake(values, partitions);
    }

    /**
     * What the stream made of a record.
     *
     * @param topic its topic
     * @param record as it lies there
     * @return what reached the rules; empty for a dead letter
     */
    public Optional<InputRecord> read(Topic topic, ConsumerRecord<byte[], byte[]> record) {
        if (record.timestamp() < 0) {
            return Optional.empty();
        }
        Intake.Reading reading = intake.read(
                topic,
                new Record<>(record.key(), record.value(), record.timestamp(), record.headers()),
                new Place(record.topic(), record.partition(), record.offset()));
        return reading instanceof Intake.Good good && record.key().length <= Constants.MAX_ID_BYTES
                ? Optional.of(good.input())
                : Optional.empty();
    }

    /**
     * Where the verdicts for a reader lie.
     *
     * @param reader its engine id
     * @param partitions the partition count of the verdicts
     * @return a partition
     */
    public static int placeOfReader(String reader, int partitions) {
        return Partitions.of(reader.getBytes(StandardCharsets.UTF_8), partitions);
    }

    private record Place(String topic, int partition, long offset) implements RecordMetadata {}
}
