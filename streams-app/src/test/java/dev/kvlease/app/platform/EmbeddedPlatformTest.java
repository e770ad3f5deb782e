package dev.kvlease.app.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.topics.Commands;
import dev.kvlease.app.topics.Creation;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicDetails;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.schemas.HandshakeSample;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class EmbeddedPlatformTest {
    private static final TopicLayout LAYOUT = TopicLayout.standard();
    private static final String SAMPLES = Topic.HANDSHAKE_SAMPLES.name(LAYOUT.prefix());

    @TempDir
    Path directory;

    @Test
    void recordsOfTheProjectsOwnSerdeSurviveARestartOfEverything() throws Exception {
        HandshakeSample sample = HandshakeSample.newBuilder()
                .setReaderEngineId("p1")
                .setReaderIncarnation("p1-life")
                .setHolderEngineId("d1")
                .setHolderIncarnation("d1-life")
                .setSentNs(1_000)
                .setRemoteNs(5_000)
                .setReceivedNs(2_000)
                .build();
        String registryUrl;
        List<String> progress = new ArrayList<>();
        try (EmbeddedPlatform platform = EmbeddedPlatform.start(BrokerOptions.in(directory), LAYOUT, progress::add)) {
            registryUrl = platform.registryUrl();
            produce(platform, sample);
        }
        assertThat(progress).hasSize(3).anyMatch(line -> line.contains(registryUrl));
        try (EmbeddedPlatform platform = EmbeddedPlatform.start(directory, LAYOUT)) {
            assertThat(platform.registryUrl()).isEqualTo(registryUrl);
            assertThat(consumeOne(platform)).isEqualTo(sample);
        }
    }

    @Test
    void whatItStartsPassesTheCheckAndIsDescribed() {
        try (EmbeddedPlatform platform = EmbeddedPlatform.start(directory, LAYOUT);
                TopicAdmin admin = TopicAdmin.connect(
                        properties(platform), properties(platform), LAYOUT, TopicAdmin.DEFAULT_TIMEOUT)) {
            assertThat(admin.check(new Commands("create", platform.bootstrapServers()))
                            .lines())
                    .isEmpty();
            assertThat(admin.create(step -> {})).noneMatch(Creation::changed);
            assertThat(admin.describe())
                    .hasSize(Topic.values().length)
                    .allSatisfy(topic -> assertThat(topic.found()).isPresent())
                    .filteredOn(topic -> topic.topic() != Topic.DEAD_LETTERS)
                    .allSatisfy(topic -> {
                        TopicDetails.Subject subject = topic.subject().orElseThrow();
                        assertThat(subject.name()).isEqualTo(topic.name() + "-value");
                        assertThat(subject.schemaId()).isPresent();
                        assertThat(subject.compatibility()).contains("FULL_TRANSITIVE");
                    });
        }
    }

    private static void produce(EmbeddedPlatform platform, HandshakeSample sample) throws Exception {
        try (SpecificAvroSerde<HandshakeSample> serde = serde(platform);
                KafkaProducer<String, HandshakeSample> producer =
                        new KafkaProducer<>(properties(platform), new StringSerializer(), serde.serializer())) {
            producer.send(new ProducerRecord<>(SAMPLES, 0, sample.getHolderEngineId(), sample))
                    .get();
        }
    }

    private static HandshakeSample consumeOne(EmbeddedPlatform platform) {
        try (SpecificAvroSerde<HandshakeSample> serde = serde(platform);
                KafkaConsumer<String, HandshakeSample> consumer =
                        new KafkaConsumer<>(properties(platform), new StringDeserializer(), serde.deserializer())) {
            TopicPartition partition = new TopicPartition(SAMPLES, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (true) {
                for (var read : consumer.poll(Duration.ofMillis(200))) {
                    return read.value();
                }
            }
        }
    }

    private static SpecificAvroSerde<HandshakeSample> serde(EmbeddedPlatform platform) {
        SpecificAvroSerde<HandshakeSample> serde = new SpecificAvroSerde<>();
        serde.configure(properties(platform), false);
        return serde;
    }

    private static Map<String, Object> properties(EmbeddedPlatform platform) {
        return Map.of(
                "bootstrap.servers", platform.bootstrapServers(),
                "schema.registry.url", platform.registryUrl(),
                "auto.register.schemas", false);
    }
}
