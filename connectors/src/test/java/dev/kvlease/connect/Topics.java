package dev.kvlease.connect;

import static org.awaitility.Awaitility.await;

import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.schemas.serde.SpecificAvroDeserializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What lies in the topics of a platform. */
final class Topics {
    private final Map<String, Object> clients;
    private final Map<String, String> registry;

    Topics(EmbeddedPlatform platform) {
        this.clients = Map.of("bootstrap.servers", platform.bootstrapServers(), "allow.auto.create.topics", false);
        this.registry = Map.of("schema.registry.url", platform.registryUrl());
    }

    /** Makes a topic of one partition. */
    void make(String topic) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(clients)) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
            // The broker learns of it a moment after the controller has made it.
            await().until(() -> admin.listTopics().names().get().contains(topic));
        }
    }

    /** Everything in a topic, oldest first within a partition; nothing if there is no such topic. */
    <T> List<ConsumerRecord<String, T>> read(String topic, Deserializer<T> values) {
        List<ConsumerRecord<String, T>> all = new ArrayList<>();
        try (KafkaConsumer<String, T> consumer = new KafkaConsumer<>(clients, new StringDeserializer(), values)) {
            if (consumer.listTopics().containsKey(topic)) {
                consumer.assign(consumer.partitionsFor(topic).stream()
                        .map(each -> new TopicPartition(topic, each.partition()))
                        .toList());
                consumer.seekToBeginning(consumer.assignment());
                readToEnd(consumer, all);
            }
        }
        return all;
    }

    /** Everything in a topic of records of ours. */
    List<ConsumerRecord<String, SpecificRecord>> read(String topic) {
        return read(topic, records());
    }

    List<SpecificRecord> values(String topic) {
        return read(topic).stream().map(ConsumerRecord::value).toList();
    }

    /** A consumer of records of ours, at the beginning of some topics. */
    KafkaConsumer<String, SpecificRecord> follow(List<String> topics) {
        KafkaConsumer<String, SpecificRecord> consumer =
                new KafkaConsumer<>(clients, new StringDeserializer(), records());
        consumer.assign(topics.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(each -> new TopicPartition(each.topic(), each.partition()))
                .toList());
        consumer.seekToBeginning(consumer.assignment());
        return consumer;
    }

    static <T> void readToEnd(KafkaConsumer<String, T> consumer, List<ConsumerRecord<String, T>> into) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(Duration.ofMillis(100)).forEach(into::add);
        }
    }

    private SpecificAvroDeserializer<SpecificRecord> records() {
        SpecificAvroDeserializer<SpecificRecord> records = new SpecificAvroDeserializer<>();
        records.configure(registry, false);
        return records;
    }
}
