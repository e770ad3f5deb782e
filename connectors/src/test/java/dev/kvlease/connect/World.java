package dev.kvlease.connect;

import static org.awaitility.Awaitility.await;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.schemas.AsOf;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.Violation;
import dev.kvlease.schemas.serde.SpecificAvroSerializer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.connect.data.Struct;

/** One set of kvlease's topics on a broker, with the real application on it. */
final class World implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int PARTITIONS = 2;
    private static final List<String> INPUTS = Arrays.stream(Topic.values())
            .filter(topic -> topic.role() == Topic.Role.INPUT)
            .map(Topic::shortName)
            .toList();

    private final String prefix;
    private final Map<String, String> clients;
    private final Admin admin;
    private final Topics topics;
    private final KafkaConsumer<String, SpecificRecord> follower;
    private final List<ConsumerRecord<String, SpecificRecord>> arrived = new ArrayList<>();
    private final LeaseApplication application;
    private final AvroStructs structs = new AvroStructs();

    World(EmbeddedPlatform platform, String name, Path stateDirectory) throws Exception {
        this.prefix = name + ".";
        this.clients =
                Map.of("bootstrap.servers", platform.bootstrapServers(), "schema.registry.url", platform.registryUrl());
        this.admin = Admin.create(Map.of("bootstrap.servers", platform.bootstrapServers()));
        TopicLayout layout = new TopicLayout(prefix, PARTITIONS, PARTITIONS, Optional.empty());
        try (TopicAdmin made = TopicAdmin.connect(
                new HashMap<>(clients), new HashMap<>(clients), layout, TopicAdmin.DEFAULT_TIMEOUT)) {
            made.create(step -> {});
        }
        this.topics = new Topics(platform);
        this.follower = topics.follow(INPUTS.stream().map(prefix::concat).toList());
        Map<String, String> settings = new HashMap<>(clients);
        settings.put("kvlease.topic.prefix", prefix);
        settings.put("application.id", name);
        settings.put("state.dir", stateDirectory.resolve(name).toString());
        settings.put("commit.interval.ms", "100");
        settings.put("kvlease.http.port", "-1");
        this.application = LeaseApplication.start(new KvleaseConfig(settings), PARTITIONS, line -> {});
        await().atMost(PATIENCE).until(application::isRunning);
    }

    String prefix() {
        return prefix;
    }

    /** Sends records straight to Kafka, in order. */
    void send(List<SpecificRecord> records) throws ExecutionException, InterruptedException {
        SpecificAvroSerializer<SpecificRecord> values = new SpecificAvroSerializer<>();
        values.configure(clients, false);
        try (KafkaProducer<String, SpecificRecord> producer =
                new KafkaProducer<>(new HashMap<>(clients), new StringSerializer(), values)) {
            for (SpecificRecord each : records) {
                Struct struct = structs.struct(each);
                producer.send(new ProducerRecord<>(prefix + Targets.topic(struct), Targets.key(struct), each))
                        .get();
            }
        }
    }

    /** Waits until records have arrived in the inputs, each at least once, and the application is done with all there is. */
    void awaitConsumed(List<SpecificRecord> records) {
        await().atMost(PATIENCE).until(() -> inputs().containsAll(records));
        await().atMost(PATIENCE).until(this::isConsumed);
    }

    private boolean isConsumed() throws Exception {
        Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(
                        prefix.substring(0, prefix.length() - 1))
                .partitionsToOffsetAndMetadata()
                .get();
        return follower.endOffsets(follower.assignment()).entrySet().stream()
                .allMatch(end -> end.getValue() == 0
                        || (committed.get(end.getKey()) != null
                                && committed.get(end.getKey()).offset() >= end.getValue()));
    }

    /** All that has arrived in the inputs so far, repeats included. */
    List<SpecificRecord> inputs() {
        Topics.readToEnd(follower, arrived);
        return arrived.stream().map(ConsumerRecord::value).toList();
    }

    /** The verdicts about a holder, as far as they say something, in order; repeats are left out. */
    List<Verdict> verdicts(String holder) {
        List<Verdict> verdicts = new ArrayList<>();
        for (SpecificRecord each : topics.values(Topic.VERDICTS.name(prefix))) {
            Verdict verdict = withoutPlaces((Verdict) each);
            boolean wanted = verdict.getHolderEngineId().equals(holder) && !verdicts.contains(verdict);
            if (wanted) {
                verdicts.add(verdict);
            }
        }
        return verdicts;
    }

    List<Violation> violations(String holder) {
        return topics.values(Topic.VIOLATIONS.name(prefix)).stream()
                .map(Violation.class::cast)
                .filter(violation -> violation.getHolderEngineId().equals(holder))
                .toList();
    }

    /** Where records lay in their topics, and which were taken again, depends on the way; what is said must not. */
    private static Verdict withoutPlaces(Verdict verdict) {
        verdict.setRevision(0);
        verdict.setConsumed(null);
        verdict.getEvidence().setAsOf(new AsOf(0, 0L, 0L, 0L, 0L));
        verdict.getEvidence().setLeaseEventOffset(null);
        verdict.getEvidence().setHandshakeSampleOffset(null);
        verdict.getEvidence().setReadIntentOffset(null);
        return verdict;
    }

    @Override
    public void close() {
        application.close();
        follower.close();
        admin.close();
    }
}
