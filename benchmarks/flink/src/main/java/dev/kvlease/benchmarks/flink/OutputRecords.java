package dev.kvlease.benchmarks.flink;

import dev.kvlease.app.codec.OutputKeys;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.Partitions;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Gives records to the producer as they are; verdicts lie in the partition of their reader. */
final class OutputRecords implements KafkaRecordSerializationSchema<OutputRecord> {
    private static final long serialVersionUID = 1;

    private final String verdicts;

    OutputRecords(JobSettings settings) {
        verdicts = settings.nameOf(Topic.VERDICTS);
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(OutputRecord record, KafkaSinkContext context, Long timestamp) {
        Integer partition = null;
        if (record.topic().equals(verdicts)) {
            int count = context.getPartitionsForTopic(verdicts).length;
            partition = Partitions.of(OutputKeys.firstId(record.key()), count);
        }
        return new ProducerRecord<>(record.topic(), partition, record.timestampMs(), record.key(), record.value());
    }
}
