package dev.kvlease.torture.hotspots;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.BoundedRocksDb;
import dev.kvlease.app.topology.LeaseTopology;
import dev.kvlease.app.topology.ValueSerdes;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.registry.MockRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The whole topology with its store, without a broker: what a record costs its thread, and what comes out of it. */
final class HotStream implements AutoCloseable {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final List<Topic> OUTPUTS =
            List.of(Topic.VERDICTS, Topic.CLOCK_OFFSETS, Topic.VIOLATIONS, Topic.DEAD_LETTERS);

    private final Path directory;
    private final String scope;
    private final KvleaseConfig config;
    private final BoundedRocksDb.Memory memory;
    private final Serde<Object> values;
    private final TopologyTestDriver driver;
    private final Map<Topic, TestInputTopic<byte[], byte[]>> inputs = new EnumMap<>(Topic.class);
    private final Map<Topic, TestOutputTopic<byte[], byte[]>> outputs = new EnumMap<>(Topic.class);

    HotStream() {
        try {
            directory = Files.createTempDirectory("kvlease-hotspots");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        scope = directory.getFileName().toString();
        config = new KvleaseConfig(Map.of(
                "bootstrap.servers",
                "127.0.0.1:1",
                "schema.registry.url",
                "mock://" + scope,
                "state.dir",
                directory.toString()));
        memory = new BoundedRocksDb.Memory(config.rocksDbMemoryBytes());
        values = ValueSerdes.of(config).get();
        LeaseTopology topology = new LeaseTopology(config, 1, ValueSerdes.of(config), Clock.fixed(NOW, ZoneOffset.UTC));
        driver = new TopologyTestDriver(
                topology.build(), LeaseTopology.streamsProperties(config, memory), NOW.minusSeconds(3_600));
        for (Topic output : OUTPUTS) {
            outputs.put(
                    output,
                    driver.createOutputTopic(
                            config.nameOf(output), new ByteArrayDeserializer(), new ByteArrayDeserializer()));
        }
    }

    /** Takes a record and says what it cost. */
    Cost send(InputRecord record) {
        TestRecord<byte[], byte[]> given = new TestRecord<>(
                record.holder().getBytes(StandardCharsets.UTF_8),
                bytes(record),
                new RecordHeaders(),
                NOW.toEpochMilli());
        TestInputTopic<byte[], byte[]> input = inputs.computeIfAbsent(
                topicOf(record),
                topic -> driver.createInputTopic(
                        config.nameOf(topic), new ByteArraySerializer(), new ByteArraySerializer()));
        long cpuNs = ThreadCosts.cpuNs();
        long allocated = ThreadCosts.allocatedBytes();
        input.pipeInput(given);
        return new Cost(ThreadCosts.cpuNs() - cpuNs, ThreadCosts.allocatedBytes() - allocated);
    }

    private byte[] bytes(InputRecord record) {
        return values.serializer()
                .serialize(config.nameOf(topicOf(record)), new RecordHeaders(), InputCodec.toAvro(record));
    }

    private static Topic topicOf(InputRecord input) {
        if (input instanceof InputRecord.Event) {
            return Topic.LEASE_EVENTS;
        }
        if (input instanceof InputRecord.Sample) {
            return Topic.HANDSHAKE_SAMPLES;
        }
        return input instanceof InputRecord.Intent ? Topic.READ_INTENTS : Topic.READ_OUTCOMES;
    }

    /** What has come out since it was asked last. */
    Output output() {
        List<Verdict> verdicts = new ArrayList<>();
        long bytes = 0;
        for (TestRecord<byte[], byte[]> each : outputs.get(Topic.VERDICTS).readRecordsToList()) {
            bytes += each.key().length + each.value().length;
            verdicts.add((Verdict)
                    values.deserializer().deserialize(config.nameOf(Topic.VERDICTS), each.headers(), each.value()));
        }
        int letters = outputs.get(Topic.DEAD_LETTERS).readRecordsToList().size();
        outputs.get(Topic.CLOCK_OFFSETS).readRecordsToList();
        outputs.get(Topic.VIOLATIONS).readRecordsToList();
        return new Output(verdicts, bytes, letters);
    }

    /**
     * What a record cost.
     *
     * @param cpuNs CPU time of the thread that took it
     * @param allocated bytes, garbage included
     */
    record Cost(long cpuNs, long allocated) {}

    /**
     * What came out.
     *
     * @param verdicts in their order
     * @param verdictBytes their keys and values
     * @param deadLetters how many
     */
    record Output(List<Verdict> verdicts, long verdictBytes, int deadLetters) {
        /** How many verdicts have a reason. */
        long count(String reason) {
            return verdicts.stream()
                    .filter(verdict -> verdict.getReason().name().equals(reason))
                    .count();
        }

        /** How many reads they are about. */
        long reads() {
            return verdicts.stream()
                    .map(verdict -> verdict.getHolderEngineId() + " " + verdict.getReadRequestId())
                    .distinct()
                    .count();
        }
    }

    @Override
    public void close() {
        driver.close();
        memory.close();
        MockRegistry.drop(scope);
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
