package dev.kvlease.schemas.serde;

import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.SchemaRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;

/** Writes values in Confluent's wire format, each in the schema it has. Not thread-safe. */
public final class GenericAvroSerializer implements Serializer<IndexedRecord> {
    private record Place(String topic, Schema schema) {}

    private final SchemaRegistry registry;
    private final SerdeConfig config;
    private final Map<Place, byte[]> prefixes = new HashMap<>();

    /**
     * A serializer of values.
     *
     * @param registry gives ids for schemas
     * @param configs client properties with Confluent's keys
     */
    public GenericAvroSerializer(SchemaRegistry registry, Map<String, ?> configs) {
        this.registry = registry;
        this.config = new SerdeConfig(configs);
    }

    /**
     * Writes a value.
     *
     * @param topic the topic it is for
     * @param record the record, or null for a tombstone
     * @return its bytes, or null
     * @throws dev.kvlease.schemas.registry.RegistryException if the registry does not give a schema id
     */
    @Override
    public byte[] serialize(String topic, IndexedRecord record) {
        if (record == null) {
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(prefixes.computeIfAbsent(new Place(topic, record.getSchema()), this::prefix));
        try {
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
            new GenericDatumWriter<IndexedRecord>(record.getSchema()).write(record, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new SerializationException(record.getSchema().getName() + " cannot be written", e);
        }
        return out.toByteArray();
    }

    private byte[] prefix(Place place) {
        Schema portable = Schemas.portable(place.schema());
        String subject = config.naming(false).subject(place.topic(), false, portable);
        boolean normalize = config.getBoolean(SerdeConfig.NORMALIZE);
        int id = config.getBoolean(SerdeConfig.AUTO_REGISTER)
                ? registry.register(subject, portable, normalize)
                : registry.idOf(subject, portable, normalize);
        return WireFormat.prefix(id);
    }
}
