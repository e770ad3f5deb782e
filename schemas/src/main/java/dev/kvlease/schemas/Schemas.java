package dev.kvlease.schemas;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** The schemas of all records on kvlease's topics, as a registry and other languages should see them. */
public final class Schemas {
    /** The schema of every record that is the value of a topic, in the order of the data flow. */
    public static final List<Schema> TOPIC_RECORDS = List.of(
            LeaseEvent.getClassSchema(),
            HandshakeSample.getClassSchema(),
            ReadIntent.getClassSchema(),
            ReadOutcome.getClassSchema(),
            Verdict.getClassSchema(),
            ClockOffset.getClassSchema(),
            Violation.getClassSchema(),
            BlockEvent.getClassSchema());

    private static final String JAVA_STRING = GenericData.STRING_PROP;

    private Schemas() {}

    /**
     * The schema of a record class as it is registered: without the hints to Avro's Java code generator.
     *
     * @param type a generated class
     * @return its schema for other readers
     */
    public static Schema portable(Class<? extends SpecificRecord> type) {
        return portable(SpecificData.get().getSchema(type));
    }

    /**
     * A schema without the hints to Avro's Java code generator, which mean nothing elsewhere and would make a registry
     * take the same schema for another one.
     *
     * @param schema any schema
     * @return an equal schema without {@code avro.java.string}
     */
    public static Schema portable(Schema schema) {
        return portable(schema, new HashMap<>());
    }

    private static Schema portable(Schema schema, Map<String, Schema> named) {
        return switch (schema.getType()) {
            case RECORD -> portableRecord(schema, named);
            case ARRAY -> withProps(schema, Schema.createArray(portable(schema.getElementType(), named)));
            case MAP -> withProps(schema, Schema.createMap(portable(schema.getValueType(), named)));
            case UNION ->
                Schema.createUnion(schema.getTypes().stream()
                        .map(each -> portable(each, named))
                        .toList());
            case STRING -> withProps(schema, Schema.create(Schema.Type.STRING));
            default -> schema;
        };
    }

    private static Schema portableRecord(Schema schema, Map<String, Schema> named) {
        Schema seen = named.get(schema.getFullName());
        if (seen != null) {
            return seen;
        }
        Schema copy = Schema.createRecord(schema.getName(), schema.getDoc(), schema.getNamespace(), schema.isError());
        schema.getAliases().forEach(copy::addAlias);
        named.put(schema.getFullName(), copy);
        copy.setFields(schema.getFields().stream()
                .map(field -> new Schema.Field(field, portable(field.schema(), named)))
                .toList());
        return withProps(schema, copy);
    }

    private static Schema withProps(JsonProperties from, Schema to) {
        Map<String, Object> kept = new TreeMap<>(from.getObjectProps());
        kept.remove(JAVA_STRING);
        kept.forEach(to::addProp);
        return to;
    }
}
