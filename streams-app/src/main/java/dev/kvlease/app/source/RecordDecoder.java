package dev.kvlease.app.source;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicSchemas;
import dev.kvlease.app.topology.Intake;
import dev.kvlease.schemas.Schemas;
import java.util.Arrays;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Bytes;

/** Makes records of what a consumer gets, and finds those that the stream puts aside. */
final class RecordDecoder {
    private final Deserializer<?> values;

    /**
     * A decoder.
     *
     * @param values decodes values to Avro records
     */
    RecordDecoder(Deserializer<?> values) {
        this.values = values;
    }

    /** A record of a topic with that many partitions. A registry that cannot be asked is thrown, not decoded around. */
    StoredRecord decode(Topic topic, ConsumerRecord<byte[], byte[]> record, int partitions) {
        boolean keyMissing = topic.role() == Topic.Role.INPUT && record.key() == null;
        Optional<Schema> schema = TopicSchemas.valueSchema(topic);
        Content content = raw(record);
        Optional<Refusal> refusal = keyMissing ? refuse(DeadLetterReason.KEY_MISSING, "") : Optional.empty();
        if (schema.isPresent() && content instanceof Content.Raw && !keyMissing) {
            try {
                content = new Content.Decoded(
                        (IndexedRecord) values.deserialize(record.topic(), record.headers(), record.value()));
            } catch (ClassCastException e) {
                refusal = refuse(DeadLetterReason.UNEXPECTED_RECORD, "");
            } catch (RuntimeException e) {
                Intake.Bad bad = Intake.undecodable(e);
                refusal = refuse(bad.reason(), bad.detail());
            }
        }
        if (topic.role() == Topic.Role.INPUT && refusal.isEmpty()) {
            refusal = refusal(content, record, schema.orElseThrow(), partitions);
        }
        Origin origin = new Origin("", 0, record.partition(), record.offset(), record.timestamp());
        Optional<Bytes> key = Optional.ofNullable(record.key()).map(Bytes::wrap);
        return new StoredRecord(
                topic, origin, key, Arrays.asList(record.headers().toArray()), content, refusal);
    }

    private static Optional<Refusal> refuse(DeadLetterReason reason, String detail) {
        return Optional.of(new Refusal(reason, detail));
    }

    private static Content raw(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null ? new Content.Nothing() : new Content.Raw(Bytes.wrap(record.value()));
    }

    private static Optional<Refusal> refusal(
            Content content, ConsumerRecord<byte[], byte[]> record, Schema schema, int partitions) {
        if (!(content instanceof Content.Decoded decoded)) {
            return refuse(DeadLetterReason.VALUE_MISSING, "");
        }
        Schema written = decoded.record().getSchema();
        if (!written.getFullName().equals(schema.getFullName())) {
            boolean ofAnotherTopic = Schemas.TOPIC_RECORDS.stream()
                    .anyMatch(own -> own.getFullName().equals(written.getFullName()));
            return ofAnotherTopic
                    ? refuse(DeadLetterReason.UNEXPECTED_RECORD, written.getName())
                    : refuse(DeadLetterReason.UNDECODABLE, "a " + written.getFullName());
        }
        Object holder = decoded.record().get(written.getField(FieldNames.HOLDER).pos());
        return Intake.misplaced(record.key(), String.valueOf(holder), record.partition(), partitions)
                .map(reason -> new Refusal(reason, ""));
    }
}
