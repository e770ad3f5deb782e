package dev.kvlease.app.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.schemas.serde.SpecificAvroSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics of one prefix on an embedded platform, filled by tests. Senders stamp their records, so that tests know the times. */
public final class TestTopics implements AutoCloseable {
    /** How many partitions each has. */
    public static final int PARTITIONS = 2;

    private final EmbeddedPlatform platform;
    private final String prefix;
    private final KafkaProducer<byte[], byte[]> producer;
    private final SpecificAvroSerializer<SpecificRecord> values = new SpecificAvroSerializer<>();

    /** Makes the topics. */
    public TestTopics(EmbeddedPlatform platform, String prefix, Topic... topics) throws Exception {
        this.platform = platform;
        this.prefix = prefix;
        Map<String, Object> properties =
                Map.of("bootstrap.servers", platform.bootstrapServers(), "schema.registry.url", platform.registryUrl());
        values.configure(properties, false);
        try (Admin admin = Admin.create(properties)) {
            admin.createTopics(Arrays.stream(topics)
                            .map(topic -> new NewTopic(topic.name(prefix), Optional.of(PARTITIONS), Optional.empty())
                                    .configs(Map.of("message.timestamp.type", "CreateTime")))
                            .toList())
                    .all()
                    .get();
        }
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", platform.bootstrapServers(), "max.in.flight.requests.per.connection", 1),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Options of a command that reads these topics. */
    public List<String> options() {
        return List.of(
                "--bootstrap-server",
                platform.bootstrapServers(),
                "--property",
                "schema.registry.url=" + platform.registryUrl(),
                "--topic-prefix",
                prefix);
    }

    /** Sends an input record with its own key. */
    public void send(Topic topic, InputRecord record, long timeMs) {
        byte[] key = record.holder().getBytes(UTF_8);
        send(topic, null, timeMs, key, values.serialize(topic.name(prefix), InputCodec.toAvro(record)), List.of());
    }

    /** An input record with its own key, for a producer of the test's own. */
    public ProducerRecord<byte[], byte[]> record(Topic topic, InputRecord record, long timeMs) {
        byte[] value = values.serialize(topic.name(prefix), InputCodec.toAvro(record));
        return new ProducerRecord<>(
                topic.name(prefix), null, timeMs, record.holder().getBytes(UTF_8), value);
    }

    /** Sends a record of any kind. */
    public void send(
            Topic topic, Integer partition, long timeMs, byte[] key, SpecificRecord value, List<Header> headers) {
        send(topic, partition, timeMs, key, values.serialize(topic.name(prefix), value), headers);
    }

    /** Sends bytes. */
    public void send(Topic topic, Integer partition, long timeMs, byte[] key, byte[] value, List<Header> headers) {
        Future<RecordMetadata> unused =
                producer.send(new ProducerRecord<>(topic.name(prefix), partition, timeMs, key, value, headers));
    }

    /** Waits until everything is there. */
    public void flush() {
        producer.flush();
    }

    /** Sends an event file, one record a millisecond later than the one before; returns how many records there were. */
    public long sendFile(Path events, long firstMs) throws IOException {
        FileSender sender = new FileSender(firstMs);
        try (InputStream in = Files.newInputStream(events)) {
            new EventFileReader(sender, (line, problem) -> {
                        throw new AssertionError(line + ": " + problem);
                    })
                    .read(in);
        }
        flush();
        return sender.count;
    }

    @Override
    public void close() {
        producer.close();
    }

    private final class FileSender implements EventHandler {
        private final long firstMs;
        private long count;

        FileSender(long firstMs) {
            this.firstMs = firstMs;
        }

        private void sent(Topic topic, InputRecord record) {
            send(topic, record, firstMs + count++);
        }

        @Override
        public void leaseEvent(LeaseEvent event, Origin at) {
            sent(Topic.LEASE_EVENTS, new InputRecord.Event(event));
        }

        @Override
        public void handshakeSample(HandshakeSample sample, Origin at) {
            sent(Topic.HANDSHAKE_SAMPLES, new InputRecord.Sample(sample));
        }

        @Override
        public void readIntent(ReadIntent intent, Origin at) {
            sent(Topic.READ_INTENTS, new InputRecord.Intent(intent));
        }

        @Override
        public void readOutcome(ReadOutcome outcome, Origin at) {
            sent(Topic.READ_OUTCOMES, new InputRecord.Outcome(outcome));
        }

        @Override
        public void nullValue(Topic topic, Origin at) {
            throw new AssertionError("no value at " + at);
        }
    }
}
