package dev.kvlease.app.export;

import dev.kvlease.app.topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads a topic from its beginning to where it ends now. */
final class TopicScan {
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deserializer<?> values;
    private final String topicPrefix;

    TopicScan(KafkaConsumer<byte[], byte[]> consumer, Deserializer<?> values, String topicPrefix) {
        this.consumer = consumer;
        this.values = values;
        this.topicPrefix = topicPrefix;
    }

    /** All records of a topic, those of a partition in order. */
    List<LogRecord> read(Topic topic) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic.name(topicPrefix)).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        List<LogRecord> records = new ArrayList<>();
        while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < ends.get(new TopicPartition(record.topic(), record.partition()))) {
                    records.add(decode(topic, record));
                }
            }
        }
        return records;
    }

    private LogRecord decode(Topic topic, ConsumerRecord<byte[], byte[]> record) {
        Object value = values.deserialize(record.topic(), record.headers(), record.value());
        return new LogRecord(topic, record.partition(), record.offset(), record.timestamp(), value);
    }
}
