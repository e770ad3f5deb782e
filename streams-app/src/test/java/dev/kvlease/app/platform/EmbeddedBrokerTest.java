package dev.kvlease.app.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class EmbeddedBrokerTest {
    private static final String TOPIC = "durable";

    @TempDir
    Path directory;

    @Test
    void keepsRecordsGroupsAndPortsOverARestart() throws Exception {
        String bootstrap;
        String clusterId;
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
            bootstrap = broker.bootstrapServers();
            clusterId = broker.clusterId();
            createTopic(bootstrap, 1);
            produce(bootstrap, List.of("a", "b"));
            assertThat(consumeAndCommit(bootstrap, 2)).containsExactly("a", "b");
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
            assertThat(broker.bootstrapServers()).isEqualTo(bootstrap);
            assertThat(broker.clusterId()).isEqualTo(clusterId);
            produce(bootstrap, List.of("c"));
            assertThat(consumeAndCommit(bootstrap, 1)).containsExactly("c");
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
                assertThat(admin.listOffsets(Map.of(new TopicPartition(TOPIC, 0), OffsetSpec.latest()))
                                .partitionResult(new TopicPartition(TOPIC, 0))
                                .get()
                                .offset())
                        .isEqualTo(3);
            }
        }
    }

    @Test
    void createsNoTopicByUseAndListensOnLoopbackOnly() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            assertThat(broker.bootstrapServers()).startsWith("127.0.0.1:");
            assertThatThrownBy(() -> admin.describeTopics(List.of("made-by-use"))
                            .allTopicNames()
                            .get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        }
    }

    @Test
    void refusesADirectoryWhoseBrokerStillRunsInOneLine() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
            assertThatThrownBy(() -> EmbeddedBroker.start(directory))
                    .isInstanceOf(PlatformException.class)
                    .hasMessageContaining("is taken")
                    .hasMessageNotContaining("\n");
            assertThat(broker.clusterId()).isNotEmpty();
        }
    }

    @Test
    void severalNodesReplicate() throws Exception {
        BrokerOptions three = BrokerOptions.in(directory).withNodes(3);
        try (EmbeddedBroker cluster = EmbeddedBroker.start(three)) {
            createTopic(cluster.bootstrapServers(), 3);
            produce(cluster.bootstrapServers(), List.of("x"));
        }
        try (EmbeddedBroker again = EmbeddedBroker.start(three)) {
            assertThat(consumeAndCommit(again.bootstrapServers(), 1)).containsExactly("x");
        }
    }

    private static void createTopic(String bootstrap, int replication) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, Optional.of(1), Optional.of((short) replication))))
                    .all()
                    .get();
        }
    }

    private static void produce(String bootstrap, List<String> values) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap), new StringSerializer(), new StringSerializer())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(TOPIC, value)).get();
            }
        }
    }

    private static List<String> consumeAndCommit(String bootstrap, int count) {
        Map<String, Object> config =
                Map.of("bootstrap.servers", bootstrap, "group.id", "g", "auto.offset.reset", "earliest");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(TOPIC));
            List<String> values = new ArrayList<>();
            while (values.size() < count) {
                for (ConsumerRecord<String, String> consumed : consumer.poll(Duration.ofMillis(200))) {
                    values.add(consumed.value());
                }
            }
            consumer.commitSync();
            return values;
        }
    }
}
