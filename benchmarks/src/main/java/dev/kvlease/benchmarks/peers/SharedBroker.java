package dev.kvlease.benchmarks.peers;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** The broker and the registry that all share, in a process of their own. */
final class SharedBroker implements AutoCloseable {
    /** Where the pass-through writes. */
    static final String COPIES = "copies";

    private static final String BROKER_HEAP = "-Xmx1g";
    private static final long POLL_MS = 20;
    private static final long SETTLE_MS = 1_000;
    private static final Set<String> OUTPUTS = Stream.of(Topic.VERDICTS, Topic.CLOCK_OFFSETS, Topic.VIOLATIONS)
            .map(topic -> topic.name(TopicLayout.DEFAULT_PREFIX))
            .collect(Collectors.toSet());

    private final JavaProcess process;
    private final String bootstrapServers;
    private final String registryUrl;
    private final int partitions;
    private final Admin admin;

    private SharedBroker(JavaProcess process, String address, int partitions) {
        this.process = process;
        int space = address.indexOf(' ');
        this.bootstrapServers = address.substring(0, space);
        this.registryUrl = address.substring(space + 1);
        this.partitions = partitions;
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    static SharedBroker start(Path directory, int partitions) throws IOException {
        JavaProcess process = JavaProcess.start(
                directory.resolve("broker.log"),
                List.of(
                        BROKER_HEAP,
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerProcess.class.getName(),
                        directory.resolve("kafka").toString(),
                        Integer.toString(partitions)));
        try {
            return new SharedBroker(process, process.firstLine(), partitions);
        } catch (IOException | RuntimeException e) {
            process.close();
            throw e;
        }
    }

    String bootstrapServers() {
        return bootstrapServers;
    }

    String registryUrl() {
        return registryUrl;
    }

    /** What the application's own serde and clients need. */
    Map<String, String> properties() {
        return Map.of(
                "bootstrap.servers", bootstrapServers,
                "schema.registry.url", registryUrl,
                "auto.register.schemas", "false");
    }

    SpecificAvroSerde<SpecificRecord> serde() {
        SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
        serde.configure(properties(), false);
        return serde;
    }

    /** Empties what the last run wrote, so that everyone begins with the same disk and page cache. */
    void emptyOutputs() throws ExecutionException, InterruptedException {
        Set<String> written = admin.listTopics().names().get().stream()
                .filter(name -> OUTPUTS.contains(name) || name.equals(COPIES) || name.endsWith("-changelog"))
                .collect(Collectors.toSet());
        admin.deleteTopics(written).all().get();
        while (admin.listTopics().names().get().stream().anyMatch(written::contains)) {
            Thread.sleep(POLL_MS);
        }
        try (TopicAdmin topics = TopicAdmin.connect(
                Map.copyOf(properties()),
                Map.copyOf(properties()),
                BrokerProcess.layout(partitions),
                TopicAdmin.DEFAULT_TIMEOUT)) {
            topics.create(step -> {});
        }
        admin.createTopics(List.of(new NewTopic(COPIES, partitions, (short) 1)))
                .all()
                .get();
    }

    /** Whether the inputs keep the record times of their producers, or take the broker's as they should. */
    void takeTimesFromProducers(boolean taken) throws ExecutionException, InterruptedException {
        ConfigEntry type =
                new ConfigEntry(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, taken ? "CreateTime" : "LogAppendTime");
        Map<ConfigResource, Collection<AlterConfigOp>> changes = Topic.inputs().stream()
                .collect(Collectors.toMap(
                        topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic.name(TopicLayout.DEFAULT_PREFIX)),
                        topic -> List.of(new AlterConfigOp(type, AlterConfigOp.OpType.SET))));
        admin.incrementalAlterConfigs(changes).all().get();
        Thread.sleep(SETTLE_MS);
    }

    /** How many records of the inputs a group has committed. */
    long committed(String group) throws ExecutionException, InterruptedException {
        return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().values().stream()
                .filter(offset -> offset != null)
                .mapToLong(OffsetAndMetadata::offset)
                .sum();
    }

    /** The ends of a topic's partitions. */
    Map<TopicPartition, Long> ends(String topic) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked =
                admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions().stream()
                        .collect(Collectors.toMap(
                                partition -> new TopicPartition(topic, partition.partition()),
                                each -> OffsetSpec.latest()));
        return admin.listOffsets(asked).all().get().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    @Override
    public void close() {
        admin.close();
        process.close();
    }
}
