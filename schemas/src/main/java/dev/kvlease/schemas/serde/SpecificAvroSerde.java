package dev.kvlease.schemas.serde;

import dev.kvlease.schemas.registry.SchemaRegistry;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Serializer and deserializer of one record type. Many threads may share it once it is configured.
 *
 * @param <T> the record type
 */
public final class SpecificAvroSerde<T extends SpecificRecord> implements Serde<T> {
    private final SpecificAvroSerializer<T> serializer;
    private final SpecificAvroDeserializer<T> deserializer;

    /** A serde of every record type of kvlease, to be configured; for use by class name in properties. */
    public SpecificAvroSerde() {
        this.serializer = new SpecificAvroSerializer<>();
        this.deserializer = new SpecificAvroDeserializer<>();
    }

    /**
     * A serde of one record type, to be configured.
     *
     * @param type the generated class
     */
    public SpecificAvroSerde(Class<T> type) {
        this.serializer = new SpecificAvroSerializer<>();
        this.deserializer = new SpecificAvroDeserializer<>(type);
    }

    /**
     * A serde of one record type that uses a registry client it is given. Several serdes may share one client.
     *
     * @param type the generated class
     * @param registry the registry
     */
    public SpecificAvroSerde(Class<T> type, SchemaRegistry registry) {
        this.serializer = new SpecificAvroSerializer<>(registry);
        this.deserializer = new SpecificAvroDeserializer<>(type, registry);
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        serializer.configure(configs, isKey);
        deserializer.configure(configs, isKey);
    }

    @Override
    public Serializer<T> serializer() {
        return serializer;
    }

    @Override
    public Deserializer<T> deserializer() {
        return deserializer;
    }
}
