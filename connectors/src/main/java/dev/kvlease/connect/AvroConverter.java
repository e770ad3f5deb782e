package dev.kvlease.connect;

import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.RegistryConfig;
import dev.kvlease.schemas.registry.RegistryException;
import dev.kvlease.schemas.serde.SerdeConfig;
import dev.kvlease.schemas.serde.SpecificAvroDeserializer;
import dev.kvlease.schemas.serde.SpecificAvroSerializer;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.storage.Converter;

/**
 * Writes and reads kvlease's records exactly as its other producers and consumers do: Avro in Confluent's wire format,
 * under the very schemas of kvlease. Bytes pass as they are. Other values are refused; this is no general Avro converter.
 */
public final class AvroConverter implements Converter {
    private final AvroStructs structs = new AvroStructs();
    private final SpecificAvroSerializer<SpecificRecord> serializer = new SpecificAvroSerializer<>();
    private final SpecificAvroDeserializer<SpecificRecord> deserializer = new SpecificAvroDeserializer<>();

    /** Made by the worker. */
    public AvroConverter() {}

    @Override
    public ConfigDef config() {
        ConfigDef all = RegistryConfig.definition();
        SerdeConfig.definition().configKeys().values().forEach(all::define);
        return all;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        serializer.configure(configs, isKey);
        deserializer.configure(configs, isKey);
    }

    @Override
    public byte[] fromConnectData(String topic, Schema schema, Object value) {
        if (value == null || value instanceof byte[]) {
            return (byte[]) value;
        }
        if (!(value instanceof Struct struct)) {
            throw new DataException("AvroConverter writes kvlease's records and bytes, not " + value.getClass());
        }
        SpecificRecord typed = (SpecificRecord) AvroStructs.record(avroSchema(struct.schema()), struct);
        try {
            return serializer.serialize(topic, typed);
        } catch (RegistryException e) {
            throw new RetriableException(e.getMessage(), e);
        } catch (SerializationException e) {
            throw new DataException(e.getMessage(), e);
        }
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte[] value) {
        if (value == null) {
            return SchemaAndValue.NULL;
        }
        try {
            Struct struct = structs.struct(deserializer.deserialize(topic, value));
            return new SchemaAndValue(struct.schema(), struct);
        } catch (RegistryException e) {
            throw new RetriableException(e.getMessage(), e);
        } catch (SerializationException e) {
            throw new DataException(e.getMessage(), e);
        }
    }

    private static org.apache.avro.Schema avroSchema(Schema schema) {
        Optional<org.apache.avro.Schema> own = Schemas.TOPIC_RECORDS.stream()
                .filter(each -> each.getFullName().equals(schema.name()))
                .findFirst();
        return own.orElseThrow(() -> new DataException("AvroConverter knows no record " + schema.name()
                + "; use another value.converter for records that are not kvlease's"));
    }
}
