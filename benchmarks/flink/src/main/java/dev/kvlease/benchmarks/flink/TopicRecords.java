package dev.kvlease.benchmarks.flink;

import dev.kvlease.app.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes records from the consumer as they are. */
final class TopicRecords implements KafkaRecordDeserializationSchema<TopicRecord> {
    private static final long serialVersionUID = 1;

    private final HashMap<String, Topic> topics = new HashMap<>();

    TopicRecords(Map<String, Topic> topicsByName) {
        topics.putAll(topicsByName);
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<TopicRecord> out) {
        out.collect(new TopicRecord(
                new String(record.key(), StandardCharsets.UTF_8),
                topics.get(record.topic()),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.value()));
    }

    @Override
    public TypeInformation<TopicRecord> getProducedType() {
        return TopicRecordInfo.INSTANCE;
    }
}
