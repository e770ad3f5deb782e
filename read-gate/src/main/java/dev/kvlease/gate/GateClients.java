package dev.kvlease.gate;

import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Makes the clients of a gate from its configuration. */
final class GateClients {
    private final GateConfig config;

    GateClients(GateConfig config) {
        this.config = config;
    }

    SpecificAvroSerde<SpecificRecord> serde() {
        Map<String, Object> properties = new HashMap<>(config.properties());
        properties.putIfAbsent("auto.register.schemas", false);
        SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
        serde.configure(properties, false);
        return serde;
    }

    /** At once, to every replica, in order: a lost outcome holds a claim. */
    KafkaProducer<String, SpecificRecord> producer(SpecificAvroSerde<SpecificRecord> serde) {
        Map<String, Object> properties = client("gate-out");
        properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        return new KafkaProducer<>(properties, new StringSerializer(), serde.serializer());
    }

    /** Of no group, commits nothing, and never goes on somewhere else by itself. */
    KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = client("gate-verdicts");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private Map<String, Object> client(String name) {
        Map<String, Object> properties = new HashMap<>(config.properties());
        properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, config.reader().id() + "-" + name);
        return properties;
    }
}
