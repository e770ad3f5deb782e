package dev.kvlease.schemas.serde;

import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.SchemaRegistry;
import dev.kvlease.schemas.registry.UnknownSchemaException;
import dev.kvlease.schemas.serde.UndecodableRecordException.Problem;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.io.DatumReader;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads records in Confluent's wire format, written in any schema that resolves to the class's own. Safe for use by many
 * threads once configured.
 *
 * @param <T> the record type
 */
public final class SpecificAvroDeserializer<T extends SpecificRecord> implements Deserializer<T> {
    private final Optional<Schema> expected;
    private final ThreadLocal<Readers<T>> readers = ThreadLocal.withInitial(Readers::new);
    private SchemaRegistry registry;
    private boolean isKey;

    /** A deserializer of every record type of kvlease; each is read into its own class. */
    public SpecificAvroDeserializer() {
        this.expected = Optional.empty();
    }

    /**
     * A deserializer of one record type, which opens the registry its configuration names.
     *
     * @param type the generated class
     */
    public SpecificAvroDeserializer(Class<T> type) {
        this.expected = Optional.of(SpecificData.get().getSchema(type));
    }

    /**
     * A deserializer of one record type with a registry client it is given; it may be used for values without being
     * configured.
     *
     * @param type the generated class
     * @param registry the registry
     */
    public SpecificAvroDeserializer(Class<T> type, SchemaRegistry registry) {
        this(type);
        this.registry = registry;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        this.isKey = isKey;
        if (registry == null) {
            registry = SchemaRegistry.open(configs);
        }
    }

    @Override
    public T deserialize(String topic, byte[] data) {
        return data == null ? null : read(WireFormat.id(data), data, WireFormat.PREFIX_BYTES);
    }

    /**
     * Reads a record.
     *
     * @param topic the topic it comes from
     * @param headers its headers, which may name the schema
     * @param data its bytes, or null for a tombstone
     * @return the record, or null
     * @throws UndecodableRecordException if the bytes cannot be read, now or later
     * @throws dev.kvlease.schemas.registry.RegistryException if the registry cannot be asked; the record may be good
     */
    @Override
    public T deserialize(String topic, Headers headers, byte[] data) {
        if (data == null) {
            return null;
        }
        Header header = headers == null ? null : WireFormat.schemaHeader(headers, isKey);
        return header == null ? deserialize(topic, data) : read(WireFormat.schemaKey(header), data, 0);
    }

    private T read(Object schemaKey, byte[] data, int start) {
        Readers<T> mine = readers.get();
        DatumReader<T> reader = mine.bySchema.get(schemaKey);
        if (reader == null) {
            reader = reader(schemaKey);
            mine.bySchema.put(schemaKey, reader);
        }
        try {
            T record = reader.read(null, mine.decoder.over(data, start));
            if (!mine.decoder.isEnd()) {
                throw new UndecodableRecordException(
                        Problem.CORRUPT, "Bytes follow the record that was written with " + described(schemaKey));
            }
            return record;
        } catch (IOException | RuntimeException e) {
            if (e instanceof UndecodableRecordException known) {
                throw known;
            }
            throw new UndecodableRecordException(
                    Problem.CORRUPT,
                    "The bytes are not what " + described(schemaKey) + " says: "
                            + e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ", " + e.getMessage()),
                    e);
        }
    }

    private DatumReader<T> reader(Object schemaKey) {
        Schema writer = writer(schemaKey);
        WriterCheck.check(writer, described(schemaKey));
        Schema wanted =
                expected.or(() -> ownByName(writer)).orElseThrow(() -> other(schemaKey, writer, "one of kvlease"));
        if (!writer.getFullName().equals(wanted.getFullName())) {
            throw other(schemaKey, writer, wanted.getFullName());
        }
        SchemaCompatibility.SchemaPairCompatibility pair =
                SchemaCompatibility.checkReaderWriterCompatibility(wanted, writer);
        if (pair.getType() != SchemaCompatibilityType.COMPATIBLE) {
            throw new UndecodableRecordException(
                    Problem.INCOMPATIBLE_SCHEMA,
                    capitalized(described(schemaKey)) + " cannot be read as " + wanted.getFullName() + ": "
                            + pair.getResult().getIncompatibilities().stream()
                                    .map(SpecificAvroDeserializer::brief)
                                    .collect(Collectors.joining("; ")));
        }
        return new SpecificDatumReader<>(writer, wanted, AvroModel.DATA);
    }

    /** Without the schemas themselves, which would push what matters out of a dead letter's header. */
    private static String brief(SchemaCompatibility.Incompatibility problem) {
        return problem.getType() + " at " + problem.getLocation() + ": " + problem.getMessage();
    }

    private Schema writer(Object schemaKey) {
        if (registry == null) {
            throw new IllegalStateException("configure the deserializer before its first use");
        }
        try {
            return schemaKey instanceof UUID guid ? registry.byGuid(guid) : registry.byId((Integer) schemaKey);
        } catch (UnknownSchemaException e) {
            throw new UndecodableRecordException(Problem.UNKNOWN_SCHEMA, e.getMessage(), e);
        }
    }

    private static Optional<Schema> ownByName(Schema writer) {
        return Schemas.TOPIC_RECORDS.stream()
                .filter(own -> own.getFullName().equals(writer.getFullName()))
                .findFirst();
    }

    private static UndecodableRecordException other(Object schemaKey, Schema writer, String wanted) {
        return new UndecodableRecordException(
                Problem.OTHER_RECORD_TYPE,
                capitalized(described(schemaKey)) + " is " + writer.getFullName() + ", but this reads " + wanted
                        + ": the record was sent to the wrong topic, or with another registry");
    }

    private static String described(Object schemaKey) {
        return (schemaKey instanceof UUID ? "schema GUID " : "schema id ") + schemaKey;
    }

    private static String capitalized(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** What one thread reads with. */
    private static final class Readers<T> {
        private final Map<Object, DatumReader<T>> bySchema = new HashMap<>();
        private final BoundedDecoder decoder = new BoundedDecoder();
    }
}
