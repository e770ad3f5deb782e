package dev.kvlease.benchmarks;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.run.LeaseApplication;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;

/**
 * The full application and a pass-through topology over the same records in the same embedded broker, alternating:
 * records per second from the first to the last committed, start-up apart.
 */
final class TopologyMeasurement {
    private static final int RECORDS = 200_000;
    private static final int HOLDERS = 64;
    private static final int PARTITIONS = 4;
    private static final long SEED = 1;
    private static final long POLL_MS = 10;
    private static final String PREFIX = TopicLayout.DEFAULT_PREFIX;

    private final EmbeddedPlatform platform;
    private final Path directory;
    private final Admin admin;

    private TopologyMeasurement(EmbeddedPlatform platform, Path directory, Admin admin) {
        this.platform = platform;
        this.directory = directory;
        this.admin = admin;
    }

    static List<Rates> measure(int runs) throws Exception {
        Path directory = Files.createTempDirectory("kvlease-topology");
        TopicLayout layout = new TopicLayout(PREFIX, PARTITIONS, PARTITIONS, Optional.of((short) 1));
        Rates application = new Rates("topology, full application");
        Rates passThrough = new Rates("topology, pass-through");
        try (EmbeddedPlatform platform = EmbeddedPlatform.start(directory.resolve("kafka"), layout);
                Admin admin = Admin.create(Map.of("bootstrap.servers", platform.bootstrapServers()))) {
            TopologyMeasurement measurement = new TopologyMeasurement(platform, directory, admin);
            long count = measurement.produce();
            for (int run = 0; run < runs; run++) {
                application.add(count, measurement.runApplication(run, count));
                passThrough.add(count, measurement.runPassThrough(run, count));
            }
        } finally {
            delete(directory);
        }
        return List.of(application, passThrough);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private SpecificAvroSerde<SpecificRecord> serde() {
        SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
        serde.configure(Map.of("schema.registry.url", platform.registryUrl(), "auto.register.schemas", false), false);
        return serde;
    }

    private long produce() throws ExecutionException, InterruptedException {
        Map<String, Object> properties = Map.of("bootstrap.servers", platform.bootstrapServers(), "linger.ms", 20);
        List<Workload.Step> steps = new Workload(SEED, HOLDERS).next(RECORDS);
        try (KafkaProducer<String, SpecificRecord> producer =
                new KafkaProducer<>(properties, new StringSerializer(), serde().serializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>(steps.size());
            for (Workload.Step step : steps) {
                InputRecord record = step.record();
                sent.add(producer.send(new ProducerRecord<>(
                        topicOf(record).name(PREFIX), record.holder(), InputCodec.toAvro(record))));
            }
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
        }
        return steps.size();
    }

    private static Topic topicOf(InputRecord record) {
        if (record instanceof InputRecord.Event) {
            return Topic.LEASE_EVENTS;
        }
        if (record instanceof InputRecord.Sample) {
            return Topic.HANDSHAKE_SAMPLES;
        }
        return record instanceof InputRecord.Intent ? Topic.READ_INTENTS : Topic.READ_OUTCOMES;
    }

    private Map<String, String> properties(String applicationId) {
        Map<String, String> properties = new HashMap<>();
        properties.put("bootstrap.servers", platform.bootstrapServers());
        properties.put("schema.registry.url", platform.registryUrl());
        properties.put("auto.register.schemas", "false");
        properties.put("application.id", applicationId);
        properties.put("state.dir", directory.resolve("state").toString());
        properties.put("commit.interval.ms", "500");
        properties.put("num.stream.threads", "1");
        properties.put(ConfigKeys.HTTP_PORT, "-1");
        return properties;
    }

    private long runApplication(int run, long count) throws Exception {
        String id = "application-" + run;
        KvleaseConfig config = new KvleaseConfig(properties(id));
        try (LeaseApplication application = LeaseApplication.start(config, PARTITIONS, line -> {})) {
            while (!application.isRunning()) {
                Thread.sleep(POLL_MS);
            }
            return untilCommitted(id, count);
        }
    }

    private long runPassThrough(int run, long count) throws Exception {
        String id = "pass-through-" + run;
        KvleaseConfig config = new KvleaseConfig(properties(id));
        Properties properties = config.streamsProperties();
        try (KafkaStreams streams =
                new KafkaStreams(PassThrough.topology(PREFIX, serde(), Topic.VERDICTS.name(PREFIX)), properties)) {
            streams.start();
            while (streams.state() != KafkaStreams.State.RUNNING) {
                Thread.sleep(POLL_MS);
            }
            long elapsedNs = untilCommitted(id, count);
            streams.close(Duration.ofSeconds(10));
            return elapsedNs;
        }
    }

    private long untilCommitted(String group, long count) throws ExecutionException, InterruptedException {
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
}
