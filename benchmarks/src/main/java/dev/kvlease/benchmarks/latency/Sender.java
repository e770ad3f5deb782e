package dev.kvlease.benchmarks.latency;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.benchmarks.cluster.Cluster;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends traffic by a schedule; a record that is late is sent at once. */
final class Sender implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    /**
     * With the settings that the application's own producer has.
     *
     * @param cluster where to
     * @param lingerMs how long a record waits for others to share a request with, in ms
     */
    Sender(Cluster cluster, long lingerMs) {
        Map<String, Object> properties = Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                ProducerConfig.LINGER_MS_CONFIG,
                lingerMs,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "lz4");
        producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Sends all of it.
     *
     * @param traffic what
     * @param schedule when
     * @param topics the name of the topic that stands for an input
     */
    void send(Traffic traffic, Schedule schedule, Function<Topic, String> topics) {
        for (int i = 0; i < traffic.records().size(); i++) {
            Traffic.Sent record = traffic.records().get(i);
            schedule.await(i);
            send(topics.apply(record.topic()), record.key(), record.value());
        }
        if (failure.get() != null) {
            throw new IllegalStateException("records could not be written", failure.get());
        }
    }

    void send(String topic, byte[] key, byte[] value) {
        // its failure is kept by the callback
        Future<RecordMetadata> unused =
                producer.send(new ProducerRecord<>(topic, key, value), (sent, e) -> failure.compareAndSet(null, e));
    }

    @Override
    public void close() {
        producer.close();
    }
}
