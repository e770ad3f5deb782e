package dev.kvlease.gate;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.schemas.ReadOutcome;
import dev.kvlease.schemas.Violation;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;

/** A broker, a registry and the real application, each of which can be restarted. */
final class Platform implements AutoCloseable {
    private static final TopicLayout LAYOUT = TopicLayout.standard();

    private final Path dir;
    private EmbeddedPlatform broker;
    private LeaseApplication application;

    Platform(Path dir) {
        this.dir = dir;
        this.broker = EmbeddedPlatform.start(dir.resolve("broker"), LAYOUT);
        startApplication();
    }

    void startApplication() {
        Map<String, String> properties = new HashMap<>();
        clients().forEach((key, value) -> properties.put(key, value.toString()));
        properties.put("state.dir", dir.resolve("state").toString());
        properties.put("commit.interval.ms", "100");
        properties.put("kvlease.http.port", "-1");
        properties.put("consumer.session.timeout.ms", "6000");
        properties.put("consumer.heartbeat.interval.ms", "1000");
        application = LeaseApplication.start(new KvleaseConfig(properties), LAYOUT.inputPartitions(), line -> {});
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(application::isRunning);
    }

    void stopApplication() {
        application.close();
    }

    void restartBroker() {
        broker.close();
        broker = EmbeddedPlatform.start(dir.resolve("broker"), LAYOUT);
    }

    Map<String, Object> clients() {
        return Map.of("bootstrap.servers", broker.bootstrapServers(), "schema.registry.url", broker.registryUrl());
    }

    /** The violations so far of reads of a reader. */
    List<Violation> violations(String reader) {
        return records("kvlease.violations", Violation.class)
                .filter(violation -> reader.equals(violation.getReaderEngineId()))
                .toList();
    }

    /** How each read of a reader has ended so far, in order. */
    List<String> outcomes(String reader) {
        return records("kvlease.read-outcomes", ReadOutcome.class)
                .filter(outcome -> reader.equals(outcome.getReaderEngineId()))
                .map(outcome -> outcome.getReadRequestId() + " " + outcome.getStatus())
                .toList();
    }

    private <T> Stream<T> records(String topic, Class<T> type) {
        List<T> found = new ArrayList<>();
        Map<String, Object> properties = new HashMap<>(clients());
        properties.put("auto.offset.reset", "earliest");
        try (SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            serde.configure(properties, false);
            List<TopicPartition> all = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(record -> found.add(
                                type.cast(serde.deserializer().deserialize(topic, record.headers(), record.value()))));
            }
        }
        return found.stream();
    }

    @Override
    public void close() {
        application.close();
        broker.close();
    }
}
