package dev.kvlease.schemas.serde;

import dev.kvlease.schemas.registry.SchemaRegistry;
import dev.kvlease.schemas.registry.UnknownSchemaException;
import dev.kvlease.schemas.serde.UndecodableRecordException.Problem;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads values in Confluent's wire format as they were written, with fields that this version does not know. Not
 * thread-safe.
 */
public final class GenericAvroDeserializer implements Deserializer<GenericRecord> {
    private final SchemaRegistry registry;
    private final Map<Object, GenericDatumReader<GenericRecord>> readers = new HashMap<>();

    /**
     * A deserializer of values.
     *
     * @param registry gives the schemas that values were written with
     */
    public GenericAvroDeserializer(SchemaRegistry registry) {
        this.registry = registry;
    }

    @Override
    public GenericRecord deserialize(String topic, byte[] data) {
        return data == null ? null : read(WireFormat.id(data), data, WireFormat.PREFIX_BYTES);
    }

    /**
     * Reads a value.
     *
     * @param topic the topic it comes from
     * @param headers its headers, which may name the schema
     * @param data its bytes, or null for a tombstone
     * @return the record, or null
     * @throws UndecodableRecordException if the bytes cannot be read, now or later
     * @throws dev.kvlease.schemas.registry.RegistryException if the registry cannot be asked; the record may be good
     */
    @Override
    public GenericRecord deserialize(String topic, Headers headers, byte[] data) {
        Header header = data == null ? null : WireFormat.schemaHeader(headers, false);
        return header == null ? deserialize(topic, data) : read(WireFormat.schemaKey(header), data, 0);
    }

    private GenericRecord read(Object schemaKey, byte[] data, int start) {
        GenericDatumReader<GenericRecord> reader =
                readers.computeIfAbsent(schemaKey, key -> new GenericDatumReader<>(writer(key)));
        try {
            return reader.read(null, new BoundedDecoder().over(data, start));
        } catch (IOException | RuntimeException e) {
            throw new UndecodableRecordException(Problem.CORRUPT, "The bytes are not what their schema says", e);
        }
    }

    private Schema writer(Object schemaKey) {
        try {
            Schema schema = schemaKey instanceof UUID guid ? registry.byGuid(guid) : registry.byId((Integer) schemaKey);
            if (schema.getType() != Schema.Type.RECORD) {
                throw new UndecodableRecordException(Problem.OTHER_RECORD_TYPE, "The value is no record");
            }
            WriterCheck.check(schema, "the schema of the value");
            return schema;
        } catch (UnknownSchemaException e) {
            throw new UndecodableRecordException(Problem.UNKNOWN_SCHEMA, e.getMessage(), e);
        }
    }
}
