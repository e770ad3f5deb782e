package dev.kvlease.app.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.metrics.LeaseMeters;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.ClockOffset;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.Violation;
import dev.kvlease.schemas.registry.MockRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The topology on a test driver, with bytes in and out and a registry of its own. */
final class TopologyHarness implements AutoCloseable {
    /** Where the wall clock stands. */
    static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private final String scope = "topology-" + UUID.randomUUID();
    private final KvleaseConfig config;
    private final BoundedRocksDb.Memory memory;
    private final LeaseTopology topology;
    private final TopologyTestDriver driver;
    private final Serde<Object> values;

    TopologyHarness(Path stateDir) {
        this(stateDir, 1, Map.of());
    }

    TopologyHarness(Path stateDir, int inputPartitions, Map<String, String> settings) {
        Map<String, String> properties = new HashMap<>(settings);
        properties.put("bootstrap.servers", "nowhere:1");
        properties.put("schema.registry.url", "mock://" + scope);
        properties.put("state.dir", stateDir.toString());
        config = new KvleaseConfig(properties);
        memory = new BoundedRocksDb.Memory(config.rocksDbMemoryBytes());
        values = ValueSerdes.of(config).get();
        topology = new LeaseTopology(config, inputPartitions, ValueSerdes.of(config), Clock.fixed(NOW, ZoneOffset.UTC));
        driver = new TopologyTestDriver(
                topology.build(), LeaseTopology.streamsProperties(config, memory), NOW.minusSeconds(3600));
    }

    KvleaseConfig config() {
        return config;
    }

    TopologyTestDriver driver() {
        return driver;
    }

    LeaseMeters meters() {
        return topology.meters();
    }

    byte[] bytes(Topic topic, SpecificRecord value) {
        return values.serializer().serialize(config.nameOf(topic), new RecordHeaders(), value);
    }

    void send(InputRecord input, long timestampMs) {
        Topic topic = topicOf(input);
        send(topic, input.holder().getBytes(UTF_8), bytes(topic, InputCodec.toAvro(input)), timestampMs);
    }

    void send(Topic topic, byte[] key, byte[] value, long timestampMs) {
        send(topic, key, value, new RecordHeaders(), timestampMs);
    }

    void send(Topic topic, byte[] key, byte[] value, Headers headers, long timestampMs) {
        driver.createInputTopic(config.nameOf(topic), new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(key, value, headers, timestampMs));
    }

    static Topic topicOf(InputRecord input) {
        if (input instanceof InputRecord.Event) {
            return Topic.LEASE_EVENTS;
        }
        if (input instanceof InputRecord.Sample) {
            return Topic.HANDSHAKE_SAMPLES;
        }
        return input instanceof InputRecord.Intent ? Topic.READ_INTENTS : Topic.READ_OUTCOMES;
    }

    /** What has been written to a topic since it was read last. */
    List<TestRecord<byte[], byte[]>> raw(Topic topic) {
        TestOutputTopic<byte[], byte[]> output = driver.createOutputTopic(
                config.nameOf(topic), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        return output.readRecordsToList();
    }

    /** Verdicts as a replay gives them: without what only a running task knows. */
    List<Verdict> verdicts() {
        List<Verdict> verdicts = read(Topic.VERDICTS, Verdict.class);
        verdicts.forEach(verdict -> verdict.setConsumed(null));
        return verdicts;
    }

    List<ClockOffset> clockOffsets() {
        return read(Topic.CLOCK_OFFSETS, ClockOffset.class);
    }

    List<Violation> violations() {
        return read(Topic.VIOLATIONS, Violation.class);
    }

    private <T> List<T> read(Topic topic, Class<T> type) {
        return raw(topic).stream()
                .map(each -> type.cast(
                        values.deserializer().deserialize(config.nameOf(topic), each.headers(), each.value())))
                .toList();
    }

    @Override
    public void close() {
        driver.close();
        memory.close();
        MockRegistry.drop(scope);
    }
}
