package dev.kvlease.app.topology;

import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.metrics.LeaseMeters;
import dev.kvlease.app.topics.Topic;
import java.time.Clock;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * The whole stream: four inputs keyed by holder, one stateful join, four outputs. All names are explicit, because they are
 * part of what an upgrade must keep.
 */
public final class LeaseTopology {
    private static final String JOIN = "lease-join";

    private final KvleaseConfig config;
    private final TimestampExtractor recordTimes;
    private final ReaderPartitions readerPartitions = new ReaderPartitions();
    private final LeaseMeters meters;
    private final Feed feed = new Feed();
    private final LeaseProcessorSupplier leaseJoin;
    private final ByteArrayDeserializer rawIn = new ByteArrayDeserializer();
    private final ByteArraySerializer rawOut = new ByteArraySerializer();

    /**
     * Prepares the topology.
     *
     * @param config names and rules
     * @param inputPartitions the partition count that all inputs share
     * @param valueSerdes makes a configured serde for the values of all topics, one for each task
     * @param wallClock tells which time stamps of records lie in the future
     */
    public LeaseTopology(
            KvleaseConfig config, int inputPartitions, Supplier<Serde<Object>> valueSerdes, Clock wallClock) {
        this.config = config;
        this.recordTimes = new RecordTimes(wallClock);
        this.meters = new LeaseMeters(
                wallClock, config.metricsLimits(), config.settings().driftPpm());
        this.leaseJoin =
                new LeaseProcessorSupplier(config, inputPartitions, valueSerdes, readerPartitions, meters, feed);
    }

    /**
     * Builds it.
     *
     * @return a new topology
     */
    public Topology build() {
        Topology topology = new Topology();

        input(topology, Topic.LEASE_EVENTS);
        input(topology, Topic.HANDSHAKE_SAMPLES);
        input(topology, Topic.READ_INTENTS);
        input(topology, Topic.READ_OUTCOMES);

        topology.addProcessor(
                JOIN,
                leaseJoin,
                Topic.LEASE_EVENTS.shortName(),
                Topic.HANDSHAKE_SAMPLES.shortName(),
                Topic.READ_INTENTS.shortName(),
                Topic.READ_OUTCOMES.shortName());

        topology.addSink(
                Topic.VERDICTS.shortName(), config.nameOf(Topic.VERDICTS), rawOut, rawOut, readerPartitions, JOIN);
        output(topology, Topic.CLOCK_OFFSETS);
        output(topology, Topic.VIOLATIONS);
        output(topology, Topic.DEAD_LETTERS);
        return topology;
    }

    /**
     * What is measured where it runs.
     *
     * @return the meters of all its threads
     */
    public LeaseMeters meters() {
        return meters;
    }

    /**
     * What has been said lately where it runs.
     *
     * @return the feed of all its threads
     */
    public Feed feed() {
        return feed;
    }

    /**
     * The properties to run it with.
     *
     * @param config what the user configured
     * @param memory what the stores share
     * @return new properties
     */
    public static Properties streamsProperties(KvleaseConfig config, BoundedRocksDb.Memory memory) {
        Properties properties = config.streamsProperties();
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
        properties.put(BoundedRocksDb.MEMORY, memory);
        properties.put(
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndContinueExceptionHandler.class);
        properties.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, OversizedLetters.class);
        properties.put(OversizedLetters.TOPIC, config.nameOf(Topic.DEAD_LETTERS));
        return properties;
    }

    /**
     * The topic that the state is written through to, which Kafka Streams makes.
     *
     * @param config what the user configured
     * @return its name
     */
    public static String changelogTopic(KvleaseConfig config) {
        return config.getString(StreamsConfig.APPLICATION_ID_CONFIG) + "-" + HolderStore.NAME + "-changelog";
    }

    private void input(Topology topology, Topic topic) {
        topology.addSource(autoOffsetReset(), topic.shortName(), recordTimes, rawIn, rawIn, config.nameOf(topic));
    }

    private void output(Topology topology, Topic topic) {
        topology.addSink(topic.shortName(), config.nameOf(topic), rawOut, rawOut, JOIN);
    }

    /** What a new application does with the records that are there already. */
    private AutoOffsetReset autoOffsetReset() {
        return ConfigKeys.LATEST.equals(config.getString(ConfigKeys.AUTO_OFFSET_RESET))
                ? AutoOffsetReset.latest()
                : AutoOffsetReset.earliest();
    }
}
