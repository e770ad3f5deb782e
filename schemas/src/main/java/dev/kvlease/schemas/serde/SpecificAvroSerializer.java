package dev.kvlease.schemas.serde;

import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.RegisteredSchema;
import dev.kvlease.schemas.registry.SchemaRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Writes records in Confluent's wire format. Safe for use by many threads once configured.
 *
 * @param <T> the record type
 */
public final class SpecificAvroSerializer<T extends SpecificRecord> implements Serializer<T> {
    private static final int USUAL_BYTES = 512;

    private record Place(String topic, Class<?> type) {}

    /** How records of one place are written: the bytes in front, and the registry's schema if it is not the class's. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Plan(byte[] prefix, Optional<Schema> foreign) {}

    private final Map<Place, Plan> plans = new ConcurrentHashMap<>();
    private final ThreadLocal<Buffers> buffers = ThreadLocal.withInitial(Buffers::new);
    private SchemaRegistry registry;
    private SerdeConfig config = new SerdeConfig(Map.of());
    private boolean isKey;

    /** A serializer that opens the registry its configuration names. */
    public SpecificAvroSerializer() {}

    /**
     * A serializer that uses a registry client it is given; it may be used for values without being configured.
     *
     * @param registry the registry
     */
    public SpecificAvroSerializer(SchemaRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        this.config = new SerdeConfig(configs);
        this.isKey = isKey;
        if (registry == null) {
            registry = SchemaRegistry.open(configs);
        }
        config.naming(isKey);
    }

    /**
     * Writes a record.
     *
     * @param topic the topic it is for
     * @param record the record, or null for a tombstone
     * @return its bytes, or null
     * @throws SerializationException if a required field is missing
     * @throws dev.kvlease.schemas.registry.RegistryException if the registry does not give a schema id
     */
    @Override
    public byte[] serialize(String topic, T record) {
        if (record == null) {
            return null;
        }
        Place place = new Place(topic, record.getClass());
        Plan plan = plans.get(place);
        if (plan == null) {
            plan = plan(topic, record.getSchema());
            plans.put(place, plan);
        }
        try {
            return plan.foreign().isEmpty() ? own(plan, record) : converted(plan, record);
        } catch (IOException | AvroRuntimeException | NullPointerException | ClassCastException e) {
            throw new SerializationException(
                    record.getSchema().getName() + " cannot be written, a required field may be missing: "
                            + e.getMessage(),
                    e);
        }
    }

    private byte[] own(Plan plan, T record) throws IOException {
        Buffers mine = buffers.get();
        mine.out.reset();
        mine.out.writeBytes(plan.prefix());
        mine.encoder = EncoderFactory.get().binaryEncoder(mine.out, mine.encoder);
        mine.writer(record.getSchema()).write(record, mine.encoder);
        mine.encoder.flush();
        byte[] bytes = mine.out.toByteArray();
        mine.shrink();
        return bytes;
    }

    /** Rewrites a record in the registry's newest schema: fields it lacks go, fields it adds take their defaults. */
    private byte[] converted(Plan plan, T record) throws IOException {
        byte[] own = own(plan, record);
        Schema target = plan.foreign().orElseThrow();
        Object generic = new GenericDatumReader<>(record.getSchema(), target)
                .read(
                        null,
                        DecoderFactory.get()
                                .binaryDecoder(
                                        own, WireFormat.PREFIX_BYTES, own.length - WireFormat.PREFIX_BYTES, null));
        ByteArrayOutputStream out = new ByteArrayOutputStream(own.length);
        out.writeBytes(plan.prefix());
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new GenericDatumWriter<>(target).write(generic, encoder);
        return out.toByteArray();
    }

    private Plan plan(String topic, Schema own) {
        if (registry == null) {
            throw new IllegalStateException("configure the serializer before its first use");
        }
        String subject = config.naming(isKey).subject(topic, isKey, own);
        boolean normalize = config.getBoolean(SerdeConfig.NORMALIZE);
        Schema portable = Schemas.portable(own);
        if (config.getBoolean(SerdeConfig.AUTO_REGISTER)) {
            return new Plan(WireFormat.prefix(registry.register(subject, portable, normalize)), Optional.empty());
        }
        if (!config.getBoolean(SerdeConfig.USE_LATEST)) {
            return new Plan(WireFormat.prefix(registry.idOf(subject, portable, normalize)), Optional.empty());
        }
        RegisteredSchema latest = registry.latest(subject);
        boolean same =
                SchemaNormalization.toParsingForm(latest.schema()).equals(SchemaNormalization.toParsingForm(portable));
        return new Plan(WireFormat.prefix(latest.id()), same ? Optional.empty() : Optional.of(latest.schema()));
    }

    /** What one thread writes with. */
    private static final class Buffers {
        private static final int KEPT_BYTES = 1 << 20;

        private ByteArrayOutputStream out = new ByteArrayOutputStream(USUAL_BYTES);
        private final Map<Schema, SpecificDatumWriter<SpecificRecord>> writers = new HashMap<>();
        private BinaryEncoder encoder;

        SpecificDatumWriter<SpecificRecord> writer(Schema schema) {
            return writers.computeIfAbsent(schema, own -> new SpecificDatumWriter<>(own, AvroModel.DATA));
        }

        /** One giant record must not cost its size for ever. */
        void shrink() {
            if (out.size() > KEPT_BYTES) {
                out = new ByteArrayOutputStream(USUAL_BYTES);
            }
        }
    }
}
