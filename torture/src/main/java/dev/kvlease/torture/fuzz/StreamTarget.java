package dev.kvlease.torture.fuzz;

import static dev.kvlease.torture.fuzz.Finding.require;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.BoundedRocksDb;
import dev.kvlease.app.topology.DeadLetter;
import dev.kvlease.app.topology.LeaseTopology;
import dev.kvlease.app.topology.ValueSerdes;
import dev.kvlease.schemas.registry.MockRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/**
 * Records of the four inputs, through the whole topology: each is answered, taken, or put aside with a reason that is
 * right. A case is a byte for the input and what is missing, 8 for the time stamp, 1 for the length of the key, the key and
 * the value.
 */
final class StreamTarget implements Target {
    static final String NAME = "stream";

    private static final String SCOPE = "fuzz-stream";
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final List<Topic> INPUTS =
            List.of(Topic.LEASE_EVENTS, Topic.HANDSHAKE_SAMPLES, Topic.READ_INTENTS, Topic.READ_OUTCOMES);
    private static final int NO_KEY = 0x10;
    private static final int NO_VALUE = 0x20;
    private static final int HEAD_BYTES = 10;
    private static final int CASES_OF_A_DRIVER = 20_000;

    private final Path directory;
    private final KvleaseConfig config;
    private final BoundedRocksDb.Memory memory;
    private final Serde<Object> values;
    private final MockRegistry registry = MockRegistry.of(SCOPE);
    private List<InputRecord> good = List.of();
    private Optional<Driver> driver = Optional.empty();
    private int probes;

    StreamTarget() {
        try {
            directory = Files.createTempDirectory("kvlease-fuzz");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        config = FuzzedConfig.of(SCOPE, directory);
        memory = new BoundedRocksDb.Memory(config.rocksDbMemoryBytes());
        values = ValueSerdes.of(config).get();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 30;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        List<byte[]> seeds = new ArrayList<>();
        good = Seeds.shapes(seed);
        for (InputRecord record : good) {
            SpecificRecord value = InputCodec.toAvro(record);
            byte[] key = Seeds.utf8(record.holder());
            seeds.add(head(record, key, serialized(record)));
            for (Schema writer : Writers.of(value.getSchema())) {
                int id = registry.register(config.nameOf(topicOf(record)) + "-value", writer, false);
                byte[] data = Writers.bytes(value, writer);
                seeds.add(head(
                        record,
                        key,
                        ByteBuffer.allocate(5 + data.length)
                                .put((byte) 0)
                                .putInt(id)
                                .put(data)
                                .array()));
            }
        }
        return seeds;
    }

    private static byte[] head(InputRecord record, byte[] key, byte[] value) {
        return ByteBuffer.allocate(HEAD_BYTES + key.length + value.length)
                .put((byte) INPUTS.indexOf(topicOf(record)))
                .putLong(NOW.toEpochMilli())
                .put((byte) key.length)
                .put(key)
                .put(value)
                .array();
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

    private byte[] serialized(InputRecord record) {
        return values.serializer()
                .serialize(config.nameOf(topicOf(record)), new RecordHeaders(), InputCodec.toAvro(record));
    }

    @Override
    public long mostAllocated(byte[] input) {
        // the test driver keeps all that it writes, and a record may end the reads of many others
        return 16 * SPARE_BYTES + 1_024L * input.length;
    }

    @Override
    public String take(byte[] input) {
        Driver stream = running();
        Given given = Given.of(input);
        stream.send(given);
        List<TestRecord<byte[], byte[]>> letters = stream.read(Topic.DEAD_LETTERS);
        int verdicts = stream.read(Topic.VERDICTS).size();
        require(letters.size() <= 1, "one dead letter of one record");
        require(
                !letters.isEmpty() || given.topic != Topic.READ_INTENTS || verdicts >= 1,
                "an intent is answered or put aside");
        if (letters.isEmpty()) {
            return given.topic + " taken, " + Math.min(verdicts, 2) + " verdicts";
        }
        TestRecord<byte[], byte[]> letter = letters.get(0);
        String reason = header(letter, DeadLetter.REASON);
        require(Arrays.equals(letter.value(), given.value), "a dead letter has the bytes as they came");
        require(
                !reason.equals(DeadLetterReason.INTERNAL_ERROR.name()),
                "kvlease fails on no record: " + header(letter, DeadLetter.MESSAGE));
        given.expected()
                .ifPresent(expected -> require(reason.equals(expected.name()), expected + " is told as " + reason));
        return given.topic + " " + reason;
    }

    private static String header(TestRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** The stream, which has to go on answering; now and then a new one, because the test driver forgets nothing. */
    private Driver running() {
        if (driver.isPresent() && driver.get().sent >= CASES_OF_A_DRIVER) {
            driver.get().close();
            driver = Optional.empty();
        }
        if (driver.isEmpty()) {
            driver = Optional.of(new Driver(config, memory));
        } else if (driver.get().sent % 100 == 0) {
            probe(driver.get());
        }
        return driver.get();
    }

    /** A good record of a holder of its own is taken whatever came before. */
    private void probe(Driver stream) {
        String holder = "probe-" + ++probes;
        for (InputRecord record : good) {
            if (record instanceof InputRecord.Intent) {
                dev.kvlease.schemas.ReadIntent intent = (dev.kvlease.schemas.ReadIntent) InputCodec.toAvro(record);
                intent.setHolderEngineId(holder);
                byte[] value =
                        values.serializer().serialize(config.nameOf(Topic.READ_INTENTS), new RecordHeaders(), intent);
                stream.send(new Given(Topic.READ_INTENTS, NOW.toEpochMilli(), Seeds.utf8(holder), value));
                require(stream.read(Topic.VERDICTS).size() == 1, "a good intent is answered after bad records");
                require(stream.read(Topic.DEAD_LETTERS).isEmpty(), "a good intent is not put aside");
                return;
            }
        }
    }

    @Override
    public void close() {
        driver.ifPresent(Driver::close);
        memory.close();
        MockRegistry.drop(SCOPE);
        delete(directory);
    }

    static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A record as it comes. */
    private record Given(Topic topic, long timestampMs, byte[] key, byte[] value) {
        static Given of(byte[] input) {
            ByteBuffer in = ByteBuffer.wrap(Arrays.copyOf(input, Math.max(input.length, HEAD_BYTES)));
            int flags = in.get();
            // the test driver takes no negative ones
            long timestampMs = in.getLong() & Long.MAX_VALUE;
            byte[] key = new byte[Math.min(in.get() & 0xff, in.remaining())];
            in.get(key);
            byte[] value = new byte[in.remaining()];
            in.get(value);
            return new Given(
                    INPUTS.get(flags & 3),
                    timestampMs,
                    (flags & NO_KEY) == 0 ? key : null,
                    (flags & NO_VALUE) == 0 ? value : null);
        }

        /** Why it must be put aside, if that can be told without decoding it. */
        Optional<DeadLetterReason> expected() {
            if (timestampMs > NOW.toEpochMilli() + 86_400_000) {
                return Optional.of(DeadLetterReason.TIMESTAMP_INVALID);
            }
            if (timestampMs > NOW.toEpochMilli()) {
                return Optional.empty();
            }
            if (key == null) {
                return Optional.of(DeadLetterReason.KEY_MISSING);
            }
            if (value == null) {
                return Optional.of(DeadLetterReason.VALUE_MISSING);
            }
            return value.length < 5 || value[0] != 0 ? Optional.of(DeadLetterReason.UNDECODABLE) : Optional.empty();
        }
    }

    private static final class Driver implements AutoCloseable {
        private final TopologyTestDriver driver;
        private final Map<Topic, TestInputTopic<byte[], byte[]>> inputs = new EnumMap<>(Topic.class);
        private final Map<Topic, TestOutputTopic<byte[], byte[]>> outputs = new EnumMap<>(Topic.class);
        private int sent;

        Driver(KvleaseConfig config, BoundedRocksDb.Memory memory) {
            LeaseTopology topology =
                    new LeaseTopology(config, 1, ValueSerdes.of(config), Clock.fixed(NOW, ZoneOffset.UTC));
            driver = new TopologyTestDriver(
                    topology.build(), LeaseTopology.streamsProperties(config, memory), NOW.minusSeconds(3_600));
            for (Topic topic : INPUTS) {
                inputs.put(
                        topic,
                        driver.createInputTopic(
                                config.nameOf(topic), new ByteArraySerializer(), new ByteArraySerializer()));
            }
            for (Topic topic : List.of(Topic.VERDICTS, Topic.DEAD_LETTERS, Topic.CLOCK_OFFSETS, Topic.VIOLATIONS)) {
                outputs.put(
                        topic,
                        driver.createOutputTopic(
                                config.nameOf(topic), new ByteArrayDeserializer(), new ByteArrayDeserializer()));
            }
        }

        void send(Given given) {
            sent++;
            outputs.values().forEach(TestOutputTopic::readRecordsToList);
            inputs.get(given.topic)
                    .pipeInput(new TestRecord<>(given.key, given.value, new RecordHeaders(), given.timestampMs));
        }

        List<TestRecord<byte[], byte[]>> read(Topic topic) {
            return outputs.get(topic).readRecordsToList();
        }

        @Override
        public void close() {
            driver.close();
        }
    }
}
