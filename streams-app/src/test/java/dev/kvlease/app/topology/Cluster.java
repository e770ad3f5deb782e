package dev.kvlease.app.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.Violation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;

/**
 * One application's topics on a real broker. Record time is set by the sender, one millisecond a record, so that the order
 * over all inputs is the order of the history whenever an application is started after the records were sent.
 */
final class Cluster implements AutoCloseable {
    static final int PARTITIONS = 2;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final EmbeddedPlatform platform;
    private final String name;
    private final int partitions;
    private final Map<String, String> settings;
    private final Admin admin;
    private final Serde<Object> values;
    private final long firstMs =
            System.currentTimeMillis() - Duration.ofMinutes(50).toMillis();
    private int sent;

    Cluster(EmbeddedPlatform platform, String name, Map<String, String> settings) throws Exception {
        this(platform, name, PARTITIONS, settings);
    }

    Cluster(EmbeddedPlatform platform, String name, int partitions, Map<String, String> settings) throws Exception {
        this.platform = platform;
        this.partitions = partitions;
        this.name = name;
        this.settings = settings;
        this.admin = Admin.create(Map.of("bootstrap.servers", platform.bootstrapServers()));
        this.values = ValueSerdes.of(config(Path.of("unused"))).get();
        makeTopics();
    }

    /** The inputs are made first, with a setting of their own; what exists stays as it is. */
    private void makeTopics() throws Exception {
        TopicLayout layout = new TopicLayout(name + ".", partitions, partitions, Optional.empty());
        KvleaseConfig config = config(Path.of("unused"));
        Map<String, String> senderTime = Map.of("message.timestamp.type", "CreateTime");
        admin.createTopics(inputs().stream()
                        .map(topic -> new NewTopic(config.nameOf(topic), Optional.of(partitions), Optional.empty())
                                .configs(senderTime))
                        .toList())
                .all()
                .get();
        try (TopicAdmin topics = TopicAdmin.connect(
                config.clientProperties(), config.serdeProperties(), layout, TopicAdmin.DEFAULT_TIMEOUT)) {
            topics.create(step -> {});
        }
    }

    Map<String, String> properties(Path stateDir) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "bootstrap.servers",
                platform.bootstrapServers(),
                "schema.registry.url",
                platform.registryUrl(),
                "kvlease.topic.prefix",
                name + ".",
                "application.id",
                name,
                "state.dir",
                stateDir.toString(),
                "commit.interval.ms",
                "100",
                "max.task.idle.ms",
                "2000",
                "kvlease.http.port",
                "0",
                "consumer.session.timeout.ms",
                "6000",
                "consumer.heartbeat.interval.ms",
                "1000"));
        properties.putAll(settings);
        return properties;
    }

    KvleaseConfig config(Path stateDir) {
        return new KvleaseConfig(properties(stateDir));
    }

    LeaseApplication start(Path stateDir) {
        return start(stateDir, line -> {});
    }

    LeaseApplication start(Path stateDir, Consumer<String> lines) {
        return LeaseApplication.start(config(stateDir), partitions, lines);
    }

    void runUntilConsumed(Path stateDir) throws Exception {
        LeaseApplication application = start(stateDir);
        awaitConsumed();
        application.close();
    }

    /** How many members the application's group has, those among them that are only waited for. */
    int members() throws Exception {
        return admin.describeConsumerGroups(List.of(name))
                .all()
                .get()
                .get(name)
                .members()
                .size();
    }

    Admin admin() {
        return admin;
    }

    /** Sends the next records of a history. */
    void send(List<History.Arriving> records) throws Exception {
        send(records, topic -> true);
        sent += records.size();
    }

    /** Sends the next records of a history, those of some topics after the others although they are older. */
    void sendLate(List<History.Arriving> records, Predicate<Topic> late) throws Exception {
        send(records, late.negate());
        awaitConsumed();
        send(records, late);
        sent += records.size();
    }

    private void send(List<History.Arriving> records, Predicate<Topic> which) throws Exception {
        List<ProducerRecord<byte[], byte[]>> serialized = new ArrayList<>();
        long timeMs = firstMs + sent;
        for (History.Arriving record : records) {
            if (which.test(record.topic())) {
                serialized.add(serialized(record, timeMs));
            }
            timeMs++;
        }
        sendAsTheyAre(serialized);
    }

    /** Sends records to the partitions and with the times that they have. */
    void sendAsTheyAre(List<ProducerRecord<byte[], byte[]>> records) throws Exception {
        Map<String, Object> properties = config(Path.of("unused")).clientProperties();
        // a topic that was just made may refuse the first request and take the second
        properties.put("max.in.flight.requests.per.connection", 1);
        List<Future<RecordMetadata>> acknowledged = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            records.forEach(record -> acknowledged.add(producer.send(record)));
        }
        for (Future<RecordMetadata> each : acknowledged) {
            each.get();
        }
    }

    ProducerRecord<byte[], byte[]> serialized(History.Arriving record, long timeMs) {
        String topic = config(Path.of("unused")).nameOf(record.topic());
        byte[] key = record.input().orElseThrow().holder().getBytes(UTF_8);
        byte[] value = values.serializer()
                .serialize(
                        topic,
                        new RecordHeaders(),
                        InputCodec.toAvro(record.input().get()));
        return new ProducerRecord<>(topic, null, timeMs, key, value);
    }

    /** Writes a verdict that no application has given. */
    void forge(Verdict verdict) throws Exception {
        KvleaseConfig config = config(Path.of("unused"));
        String topic = config.nameOf(Topic.VERDICTS);
        byte[] value = values.serializer().serialize(topic, new RecordHeaders(), verdict);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, 0, null, value)).get();
        }
    }

    /** Waits until the application has committed all that was sent. */
    void awaitConsumed() throws Exception {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!isConsumed()) {
            if (System.nanoTime() > until) {
                throw new AssertionError(
                        "not consumed within " + PATIENCE + ": " + committed() + " of " + ends(inputNames()));
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    boolean isConsumed() throws Exception {
        Map<TopicPartition, Long> committed = committed();
        for (Map.Entry<TopicPartition, Long> end : ends(inputNames()).entrySet()) {
            // more than there is was committed by a test that loses offsets
            if (!committed.getOrDefault(end.getKey(), 0L).equals(end.getValue())) {
                return false;
            }
        }
        return true;
    }

    private Map<TopicPartition, Long> committed() throws Exception {
        Map<TopicPartition, Long> committed = new HashMap<>();
        Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(name)
                .partitionsToOffsetAndMetadata()
                .get();
        offsets.forEach((partition, offset) -> {
            if (offset != null) {
                committed.put(partition, offset.offset());
            }
        });
        return committed;
    }

    /** How many verdicts have been written, those of aborted transactions included. */
    long verdictsWritten() throws Exception {
        return ends(List.of(config(Path.of("unused")).nameOf(Topic.VERDICTS))).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    Map<TopicPartition, Long> ends(List<String> topics) throws InterruptedException, ExecutionException {
        return ends(topics, partitions);
    }

    private Map<TopicPartition, Long> ends(List<String> topics, int topicPartitions)
            throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (String topic : topics) {
            for (int i = 0; i < topicPartitions; i++) {
                asked.put(new TopicPartition(topic, i), OffsetSpec.latest());
            }
        }
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(asked).all().get().forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    /** Everything that was written, as a reader of committed records sees it. */
    Outputs outputs() throws Exception {
        Outputs outputs = new Outputs();
        readAll(Topic.VERDICTS, value -> outputs.verdicts.add((Verdict) value));
        readAll(Topic.VIOLATIONS, value -> outputs.violations.add((Violation) value));
        return outputs;
    }

    List<ConsumerRecord<byte[], byte[]>> deadLetters() throws Exception {
        return raw(config(Path.of("unused")).nameOf(Topic.DEAD_LETTERS));
    }

    /** What the state is written through to. */
    List<ConsumerRecord<byte[], byte[]>> changelog() throws Exception {
        return raw(LeaseTopology.changelogTopic(config(Path.of("unused"))));
    }

    private void readAll(Topic topic, Consumer<Object> each) throws Exception {
        for (ConsumerRecord<byte[], byte[]> record :
                raw(config(Path.of("unused")).nameOf(topic))) {
            each.accept(values.deserializer().deserialize(record.topic(), record.headers(), record.value()));
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> raw(String topic) throws Exception {
        return raw(topic, partitions);
    }

    List<ConsumerRecord<byte[], byte[]>> raw(String topic, int topicPartitions) throws Exception {
        Map<String, Object> properties = new HashMap<>(config(Path.of("unused")).clientProperties());
        properties.put("isolation.level", "read_committed");
        properties.put("auto.offset.reset", "earliest");
        Map<TopicPartition, Long> ends = ends(List.of(topic), topicPartitions);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(ends.keySet());
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    List<String> inputNames() {
        return inputs().stream().map(config(Path.of("unused"))::nameOf).toList();
    }

    static List<Topic> inputs() {
        return Arrays.stream(Topic.values())
                .filter(topic -> topic.role() == Topic.Role.INPUT)
                .toList();
    }

    @Override
    public void close() {
        admin.close();
    }
}
