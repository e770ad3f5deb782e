package dev.kvlease.benchmarks.cluster;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.benchmarks.report.Directories;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/** A broker, a schema registry and kvlease's topics in this process, with everything in a directory that goes at the end. */
public final class Cluster implements AutoCloseable {
    /** What the names of the topics start with. */
    public static final String PREFIX = TopicLayout.DEFAULT_PREFIX;

    private static final int NODE = 1;
    private static final long POLL_MS = 10;

    private final Path directory;
    private final int partitions;
    private final EmbeddedPlatform platform;
    private final Admin admin;

    private Cluster(Path directory, int partitions, EmbeddedPlatform platform) {
        this.directory = directory;
        this.partitions = partitions;
        this.platform = platform;
        this.admin = Admin.create(Map.of("bootstrap.servers", platform.bootstrapServers()));
    }

    /**
     * Starts one.
     *
     * @param partitions of every topic
     * @return the running cluster
     * @throws IOException if there is no room for its files
     */
    public static Cluster start(int partitions) throws IOException {
        Path directory = Files.createTempDirectory("kvlease-benchmark");
        TopicLayout layout = new TopicLayout(PREFIX, partitions, partitions, Optional.of((short) 1));
        return new Cluster(directory, partitions, EmbeddedPlatform.start(directory.resolve("kafka"), layout));
    }

    /**
     * How many partitions every topic has.
     *
     * @return at least 1
     */
    public int partitions() {
        return partitions;
    }

    /**
     * Where its files are.
     *
     * @return a directory that goes with the cluster
     */
    public Path directory() {
        return directory;
    }

    /**
     * Where state is kept.
     *
     * @param name which of several
     * @return a directory that goes with the cluster
     */
    public Path stateDirectory(String name) {
        return directory.resolve(name);
    }

    /**
     * Its admin client.
     *
     * @return closed with the cluster
     */
    public Admin admin() {
        return admin;
    }

    /**
     * Where clients connect.
     *
     * @return {@code bootstrap.servers}
     */
    public String bootstrapServers() {
        return platform.bootstrapServers();
    }

    /**
     * What clients need to connect.
     *
     * @return {@code bootstrap.servers} and {@code schema.registry.url}
     */
    public Map<String, Object> clientProperties() {
        return Map.of("bootstrap.servers", bootstrapServers(), "schema.registry.url", platform.registryUrl());
    }

    /**
     * A serde for values, as the application's own.
     *
     * @return configured
     */
    public SpecificAvroSerde<SpecificRecord> serde() {
        SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
        serde.configure(Map.of("schema.registry.url", platform.registryUrl(), "auto.register.schemas", false), false);
        return serde;
    }

    /**
     * The configuration of an application: its defaults, one thread, no HTTP.
     *
     * @param applicationId names its group and its state
     * @return a map to change
     */
    public Map<String, String> applicationProperties(String applicationId) {
        Map<String, String> properties = new HashMap<>();
        properties.put("bootstrap.servers", bootstrapServers());
        properties.put("schema.registry.url", platform.registryUrl());
        properties.put("auto.register.schemas", "false");
        properties.put("application.id", applicationId);
        properties.put("state.dir", stateDirectory("state").toString());
        properties.put("num.stream.threads", "1");
        properties.put(ConfigKeys.HTTP_PORT, "-1");
        return properties;
    }

    /**
     * Writes records to the input topics and waits until they are there.
     *
     * @param steps the records
     * @throws InterruptedException if the thread is interrupted
     */
    public void produce(List<Workload.Step> steps) throws InterruptedException {
        Map<String, Object> properties = Map.of("bootstrap.servers", bootstrapServers(), "linger.ms", 20);
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (KafkaProducer<String, SpecificRecord> producer =
                new KafkaProducer<>(properties, new StringSerializer(), serde().serializer())) {
            for (Workload.Step step : steps) {
                // its failure is kept by the callback
                Future<RecordMetadata> unused =
                        producer.send(record(step.record()), (metadata, e) -> failure.compareAndSet(null, e));
            }
        }
        if (failure.get() != null) {
            throw new IllegalStateException("records could not be written", failure.get());
        }
    }

    private static ProducerRecord<String, SpecificRecord> record(InputRecord record) {
        return new ProducerRecord<>(topicOf(record).name(PREFIX), record.holder(), InputCodec.toAvro(record));
    }

    /**
     * The input a record belongs into.
     *
     * @param record the record
     * @return its topic
     */
    public static Topic topicOf(InputRecord record) {
        if (record instanceof InputRecord.Event) {
            return Topic.LEASE_EVENTS;
        }
        if (record instanceof InputRecord.Sample) {
            return Topic.HANDSHAKE_SAMPLES;
        }
        return record instanceof InputRecord.Intent ? Topic.READ_INTENTS : Topic.READ_OUTCOMES;
    }

    /**
     * Waits until a group has committed that many records, over all partitions of its inputs.
     *
     * @param group the application id
     * @param count how many
     * @return how long it took, in nanoseconds
     * @throws ExecutionException if the cluster cannot be asked
     * @throws InterruptedException if the thread is interrupted
     */
    public long untilCommittedNs(String group, long count) throws ExecutionException, InterruptedException {
        long startNs = System.nanoTime();
        while (committed(group) < count) {
            Thread.sleep(POLL_MS);
        }
        return System.nanoTime() - startNs;
    }

    private long committed(String group) throws ExecutionException, InterruptedException {
        return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().values().stream()
                .filter(offset -> offset != null)
                .mapToLong(OffsetAndMetadata::offset)
                .sum();
    }

    /**
     * How much the broker keeps of a topic.
     *
     * @param topic its name
     * @return bytes of all partitions
     * @throws ExecutionException if the cluster cannot be asked
     * @throws InterruptedException if the thread is interrupted
     */
    public long bytesOf(String topic) throws ExecutionException, InterruptedException {
        return admin.describeLogDirs(List.of(NODE)).allDescriptions().get().get(NODE).values().stream()
                .flatMap(log -> log.replicaInfos().entrySet().stream())
                .filter(replica -> replica.getKey().topic().equals(topic))
                .mapToLong(replica -> replica.getValue().size())
                .sum();
    }

    /**
     * The partitions that an instance works on.
     *
     * @param group the application id
     * @param clientId what the client ids of its consumers start with
     * @return partition numbers; empty if it has none, or is not there
     * @throws ExecutionException if the cluster cannot be asked
     * @throws InterruptedException if the thread is interrupted
     */
    public Set<Integer> partitionsOf(String group, String clientId) throws ExecutionException, InterruptedException {
        return admin.describeConsumerGroups(List.of(group)).all().get().get(group).members().stream()
                .filter(member -> member.clientId().startsWith(clientId))
                .flatMap(member -> member.assignment().topicPartitions().stream())
                .map(TopicPartition::partition)
                .collect(Collectors.toSet());
    }

    @Override
    public void close() throws IOException {
        admin.close();
        platform.close();
        Directories.delete(directory);
    }
}
