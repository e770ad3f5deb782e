package dev.kvlease.torture.fuzz;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.query.StreamAccess;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.BoundedRocksDb;
import dev.kvlease.app.topology.LeaseTopology;
import dev.kvlease.app.topology.StoredHolders;
import dev.kvlease.app.topology.ValueSerdes;
import dev.kvlease.core.Settings;
import dev.kvlease.schemas.registry.MockRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.TaskMetadataImpl;
import org.apache.kafka.streams.processor.internals.ThreadMetadataImpl;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.test.TestRecord;

/** A stream that has taken the good records, to be asked about; there is no cluster behind it. */
final class FuzzedStream implements AutoCloseable {
    private static final String SCOPE = "fuzz-http";
    private static final HostInfo SELF = new HostInfo("127.0.0.1", 1);
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private final KvleaseConfig config;
    private final BoundedRocksDb.Memory memory;
    private final LeaseTopology topology;
    private final Topology built;
    private final TopologyTestDriver driver;
    private final Path directory;
    private final List<InputRecord> records = Seeds.records(1);
    private Optional<KafkaStreams> streams = Optional.empty();

    /** A request that is known. */
    record Known(String reader, String holder, String request) {}

    FuzzedStream() {
        try {
            directory = Files.createTempDirectory("kvlease-fuzz");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        config = FuzzedConfig.of(SCOPE, directory);
        memory = new BoundedRocksDb.Memory(config.rocksDbMemoryBytes());
        topology = new LeaseTopology(config, 1, ValueSerdes.of(config), Clock.fixed(NOW, ZoneOffset.UTC));
        built = topology.build();
        driver = new TopologyTestDriver(built, LeaseTopology.streamsProperties(config, memory), NOW);
        Serde<Object> values = ValueSerdes.of(config).get();
        records.forEach(record -> send(record, values));
    }

    private void send(InputRecord record, Serde<Object> values) {
        Topic topic = StreamTarget.topicOf(record);
        byte[] value =
                values.serializer().serialize(config.nameOf(topic), new RecordHeaders(), InputCodec.toAvro(record));
        driver.createInputTopic(config.nameOf(topic), new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(
                        new TestRecord<>(Seeds.utf8(record.holder()), value, new RecordHeaders(), NOW.toEpochMilli()));
    }

    KvleaseConfig config() {
        return config;
    }

    Set<String> holders() {
        Set<String> holders = new TreeSet<>();
        records.forEach(record -> holders.add(record.holder()));
        return holders;
    }

    List<Known> requests() {
        List<Known> known = new ArrayList<>();
        for (InputRecord record : records) {
            if (record instanceof InputRecord.Intent intent && known.size() < 5) {
                known.add(new Known(
                        intent.intent().reader(),
                        record.holder(),
                        intent.intent().requestId()));
            }
        }
        return known;
    }

    StreamAccess access(Settings settings) {
        KafkaStreams asked = new Running(topology.build(), LeaseTopology.streamsProperties(config, memory), driver);
        streams = Optional.of(asked);
        return new StreamAccess(
                asked,
                new StreamAccess.Fixed(
                        "kvlease", SELF, 1, settings, built.describe().toString(), directory),
                topology.meters(),
                Optional::empty,
                List::of);
    }

    /** Never started: what is asked of it, the test driver's store answers. */
    private static final class Running extends KafkaStreams {
        private final TopologyTestDriver driver;

        Running(Topology topology, Properties properties, TopologyTestDriver driver) {
            super(topology, properties);
            this.driver = driver;
        }

        @Override
        public State state() {
            return State.RUNNING;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T store(StoreQueryParameters<T> parameters) {
            return (T) driver.getAllStateStores().get(StoredHolders.STORE);
        }

        @Override
        public <K> KeyQueryMetadata queryMetadataForKey(String store, K key, Serializer<K> serializer) {
            return new KeyQueryMetadata(SELF, Set.of(), 0);
        }

        @Override
        public Set<ThreadMetadata> metadataForLocalThreads() {
            TaskMetadataImpl task =
                    new TaskMetadataImpl(new TaskId(0, 0), Set.of(), Map.of(), Map.of(), Optional.empty());
            return Set.of(new ThreadMetadataImpl("t", "RUNNING", "c", "r", "p", "a", Set.of(task), Set.of()));
        }

        @Override
        public java.util.Collection<StreamsMetadata> metadataForAllStreamsClients() {
            return List.of();
        }
    }

    @Override
    public void close() {
        streams.ifPresent(KafkaStreams::close);
        driver.close();
        memory.close();
        MockRegistry.drop(SCOPE);
        StreamTarget.delete(directory);
    }
}
