package dev.kvlease.connect;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/** Our records as Connect sees them, so that transformations and other converters can work on them. Enums are strings. */
final class AvroStructs {
    private final Map<org.apache.avro.Schema, Schema> schemas = new ConcurrentHashMap<>();

    /** A record as a struct, named as the record. */
    Struct struct(IndexedRecord from) {
        return struct(from, schemas.computeIfAbsent(from.getSchema(), avro -> schema(avro, false)));
    }

    private static Struct struct(IndexedRecord from, Schema schema) {
        Struct struct = new Struct(schema);
        for (Field field : schema.fields()) {
            Object value = from.get(from.getSchema().getField(field.name()).pos());
            struct.put(field, plain(value, field.schema()));
        }
        return struct;
    }

    /** The record that a struct stands for; fields that a transformation took out have their defaults. */
    static IndexedRecord record(org.apache.avro.Schema schema, Struct from) {
        IndexedRecord made = (IndexedRecord) SpecificData.get().newRecord(null, schema);
        for (org.apache.avro.Schema.Field field : schema.getFields()) {
            Field given = from.schema().field(field.name());
            Object value = given == null ? null : from.get(given);
            if (value == null && !field.hasDefaultValue()) {
                throw new DataException(schema.getName() + "." + field.name() + " is missing");
            }
            made.put(
                    field.pos(),
                    value == null ? SpecificData.get().getDefaultValue(field) : avro(field.schema(), value));
        }
        return made;
    }

    private static Schema schema(org.apache.avro.Schema avro, boolean optional) {
        SchemaBuilder builder =
                switch (avro.getType()) {
                    case RECORD -> fields(avro);
                    case ARRAY -> SchemaBuilder.array(schema(avro.getElementType(), false));
                    case ENUM, STRING -> SchemaBuilder.string();
                    case BOOLEAN -> SchemaBuilder.bool();
                    case LONG -> SchemaBuilder.int64();
                    case INT -> SchemaBuilder.int32();
                    case UNION -> null;
                    default -> throw new IllegalArgumentException("no Connect type for " + avro);
                };
        if (builder == null) {
            return schema(avro.getTypes().get(1), true);
        }
        return optional ? builder.optional().build() : builder.build();
    }

    private static SchemaBuilder fields(org.apache.avro.Schema avro) {
        SchemaBuilder builder = SchemaBuilder.struct().name(avro.getFullName()).doc(avro.getDoc());
        avro.getFields().forEach(field -> builder.field(field.name(), schema(field.schema(), false)));
        return builder;
    }

    private static Object plain(Object value, Schema schema) {
        if (value instanceof IndexedRecord inner) {
            return struct(inner, schema);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(each -> plain(each, schema.valueSchema())).toList();
        }
        return value instanceof Enum<?> || value instanceof CharSequence ? value.toString() : value;
    }

    private static Object avro(org.apache.avro.Schema schema, Object value) {
        return switch (schema.getType()) {
            case UNION -> avro(schema.getTypes().get(1), value);
            case RECORD -> record(schema, (Struct) value);
            case ENUM ->
                SpecificData.get()
                        .createEnum(
                                schema.hasEnumSymbol((String) value) ? (String) value : schema.getEnumDefault(),
                                schema);
            case ARRAY ->
                ((List<?>) value)
                        .stream()
                                .map(each -> avro(schema.getElementType(), each))
                                .toList();
            default -> value;
        };
    }
}
