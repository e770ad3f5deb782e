package dev.kvlease.app.platform.registry;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The compacted topic that the registry's state is kept in. */
final class RegistryLog implements AutoCloseable {
    /** The topic's name, as Confluent's registry calls it. */
    static final String TOPIC = "_schemas";

    private static final Logger LOG = LoggerFactory.getLogger(RegistryLog.class);
    private static final int TIMEOUT_MS = 10_000;
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

    private final KafkaProducer<byte[], byte[]> producer;

    private RegistryLog(KafkaProducer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /**
     * Opens the log, making its topic if it is missing.
     *
     * @param client how clients reach the broker
     * @return the log
     * @throws ExecutionException if the broker refuses
     * @throws InterruptedException if interrupted
     */
    static RegistryLog open(Map<String, Object> client) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(client)) {
            NewTopic topic =
                    new NewTopic(TOPIC, Optional.of(1), Optional.empty()).configs(Map.of("cleanup.policy", "compact"));
            admin.createTopics(List.of(topic)).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
        Map<String, Object> config = new HashMap<>(client);
        config.putAll(Map.of(
                "acks",
                "all",
                "linger.ms",
                0,
                "request.timeout.ms",
                TIMEOUT_MS / 2,
                "delivery.timeout.ms",
                TIMEOUT_MS,
                "max.block.ms",
                TIMEOUT_MS));
        return new RegistryLog(new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    /**
     * What the topic says so far.
     *
     * @param client how clients reach the broker
     * @return the state
     */
    static RegistryState replay(Map<String, Object> client) {
        RegistryState state = RegistryState.empty();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            long end = consumer.endOffsets(List.of(PARTITION)).get(PARTITION);
            while (consumer.position(PARTITION) < end) {
                for (ConsumerRecord<byte[], byte[]> written : consumer.poll(Duration.ofMillis(100))) {
                    state = apply(state, written);
                }
            }
        }
        return state;
    }

    /**
     * Appends entries and waits until the broker has them.
     *
     * @param entries what to append, in this order
     * @throws RegistryError if it does not take them
     */
    void append(List<LogEntry> entries) {
        try {
            for (LogEntry entry : entries) {
                byte[] value = LogCodec.value(entry).orElse(null);
                producer.send(new ProducerRecord<>(TOPIC, 0, LogCodec.key(entry), value))
                        .get();
            }
        } catch (ExecutionException | KafkaException e) {
            LOG.warn("the broker does not take a schema", e);
            throw new RegistryError(50001, "Error in the backend data store: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryError(50001, "The registry is shutting down");
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(1));
    }

    private static RegistryState apply(RegistryState state, ConsumerRecord<byte[], byte[]> written) {
        if (written.key() == null) {
            return state;
        }
        try {
            return LogCodec.read(written.key(), Optional.ofNullable(written.value()))
                    .map(state::with)
                    .orElse(state);
        } catch (IOException e) {
            LOG.warn("offset {} of {} is not understood and is left out", written.offset(), TOPIC, e);
            return state;
        }
    }
}
