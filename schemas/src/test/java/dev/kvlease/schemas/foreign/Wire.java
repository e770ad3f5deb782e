package dev.kvlease.schemas.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.schemas.registry.SchemaRegistry;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecordBase;

/** Our side of an exchange with a foreign client. */
final class Wire {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final SchemaRegistry registry;
    private final Map<String, ?> configs;
    private final String prefix;

    /**
     * Our side against a registry.
     *
     * @param url the registry
     * @param prefix sets the topics of one test apart from those of others
     */
    Wire(URI url, String prefix) {
        this.configs = Map.of("schema.registry.url", url.toString());
        this.registry = SchemaRegistry.open(configs);
        this.prefix = prefix;
    }

    SchemaRegistry registry() {
        return registry;
    }

    String topic(SpecificRecordBase record) {
        return prefix + record.getSchema().getName();
    }

    byte[] write(SpecificRecordBase record) {
        return serde(record).serializer().serialize(topic(record), record);
    }

    SpecificRecordBase read(SpecificRecordBase like, byte[] bytes) {
        return serde(like).deserializer().deserialize(topic(like), bytes);
    }

    @SuppressWarnings("unchecked")
    private <T extends SpecificRecordBase> SpecificAvroSerde<T> serde(T record) {
        SpecificAvroSerde<T> serde = new SpecificAvroSerde<>((Class<T>) record.getClass(), registry);
        serde.configure(configs, false);
        return serde;
    }

    /** A record's values as JSON: enums and 64-bit numbers as text, everything else as it is. */
    static JsonNode json(Schema schema, Object value) {
        if (value == null) {
            return JSON.nullNode();
        }
        return switch (schema.getType()) {
            case RECORD -> {
                ObjectNode node = JSON.objectNode();
                schema.getFields()
                        .forEach(field ->
                                node.set(field.name(), json(field.schema(), ((IndexedRecord) value).get(field.pos()))));
                yield node;
            }
            case ARRAY -> {
                ArrayNode node = JSON.arrayNode();
                ((List<?>) value).forEach(each -> node.add(json(schema.getElementType(), each)));
                yield node;
            }
            case UNION -> json(schema.getTypes().get(1), value);
            case INT -> JSON.numberNode((Integer) value);
            case BOOLEAN -> JSON.booleanNode((Boolean) value);
            default -> JSON.textNode(value.toString());
        };
    }
}
