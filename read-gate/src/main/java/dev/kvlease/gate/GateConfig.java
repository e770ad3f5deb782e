package dev.kvlease.gate;

import dev.kvlease.gate.core.GateOptions;
import dev.kvlease.gate.core.Reader;
import dev.kvlease.schemas.TopicNames;
import java.time.Duration;
import java.util.Map;

/**
 * How to start a gate.
 *
 * @param reader who reads
 * @param properties how to reach the cluster and the schema registry: any property of Kafka's clients, and Confluent's of
 *     the registry, such as {@code bootstrap.servers} and {@code schema.registry.url}
 * @param topicPrefix what topic names start with
 * @param sampleEvery how often each holder is asked for its clock
 * @param lookBack how far back the verdicts are read at the start, so that a gate that is started again in the same life
 *     of its engine knows what had been taken back; as long as {@link GateOptions#keep}
 * @param options how the gate behaves
 */
public record GateConfig(
        Reader reader,
        Map<String, Object> properties,
        String topicPrefix,
        Duration sampleEvery,
        Duration lookBack,
        GateOptions options) {
    /** Keeps the properties from changing. */
    public GateConfig {
        properties = Map.copyOf(properties);
    }

    /**
     * The usual: prefix {@code kvlease.}, a sample of each holder every 30 s.
     *
     * @param reader who reads
     * @param properties how to reach the cluster and the schema registry
     * @return the configuration
     */
    public static GateConfig of(Reader reader, Map<String, Object> properties) {
        GateOptions options = GateOptions.DEFAULT;
        return new GateConfig(
                reader, properties, TopicNames.DEFAULT_PREFIX, Duration.ofSeconds(30), options.keep(), options);
    }

    /**
     * The same with another prefix.
     *
     * @param prefix what topic names start with
     * @return the configuration
     */
    public GateConfig withTopicPrefix(String prefix) {
        return new GateConfig(reader, properties, prefix, sampleEvery, lookBack, options);
    }

    /**
     * The same with other options.
     *
     * @param newOptions how the gate behaves
     * @return the configuration
     */
    public GateConfig withOptions(GateOptions newOptions) {
        return new GateConfig(reader, properties, topicPrefix, sampleEvery, lookBack, newOptions);
    }

    /**
     * The same with another pause between samples.
     *
     * @param pause how often each holder is asked for its clock
     * @return the configuration
     */
    public GateConfig withSampleEvery(Duration pause) {
        return new GateConfig(reader, properties, topicPrefix, pause, lookBack, options);
    }

    /** Leaves the properties out: they may hold passwords. */
    @Override
    public String toString() {
        return "gate of " + reader + " on topics " + topicPrefix + "*, " + options;
    }
}
