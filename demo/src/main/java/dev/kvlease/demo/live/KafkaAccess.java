package dev.kvlease.demo.live;

import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * How engines reach the platform.
 *
 * @param bootstrapServers the broker
 * @param registryUrl the schema registry
 * @param topicPrefix what topic names start with
 * @param partitions partitions of each output topic
 */
public record KafkaAccess(String bootstrapServers, String registryUrl, String topicPrefix, int partitions) {
    private static final int ENGINE_BUFFER_BYTES = 4 << 20;

    /** A serde of all records; many engines may share it. */
    SpecificAvroSerde<SpecificRecord> serde() {
        SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
        serde.configure(Map.of("schema.registry.url", registryUrl, "auto.register.schemas", false), false);
        return serde;
    }

    /** A producer of one engine: at once, to every replica, in order. */
    KafkaProducer<String, SpecificRecord> producer(String engine, Serializer<SpecificRecord> values) {
        Map<String, Object> properties = client(engine + "-events");
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, ENGINE_BUFFER_BYTES);
        return new KafkaProducer<>(properties, new StringSerializer(), values);
    }

    /**
     * A consumer that belongs to no group and commits nothing.
     *
     * @param name its client id
     * @return the consumer, without partitions
     */
    public KafkaConsumer<String, byte[]> consumer(String name) {
        Map<String, Object> properties = client(name);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        return new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /** What any client of the platform needs to know. */
    Map<String, Object> clientProperties() {
        return Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                "schema.registry.url",
                registryUrl,
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                (long) ENGINE_BUFFER_BYTES);
    }

    private Map<String, Object> client(String name) {
        Map<String, Object> properties = new HashMap<>();
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, name);
        return properties;
    }
}
