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
            String at = schema.getName() + "." + field.name();
            if (value == null && !field.hasDefaultValue()) {
                throw new DataException(at + " is missing");
            }
            made.put(
                    field.pos(),
                    value == null ? SpecificData.get().getDefaultValue(field) : avro(field.schema(), value, at));
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

    /** A value as Avro has it; another plugin may have put one of any type there. */
    private static Object avro(org.apache.avro.Schema schema, Object value, String at) {
        return switch (schema.getType()) {
            case UNION -> avro(schema.getTypes().get(1), value, at);
            case RECORD -> record(schema, typed(Struct.class, value, at));
            case ENUM -> symbol(schema, typed(String.class, value, at));
            case ARRAY ->
                ((List<?>) typed(List.class, value, at))
                        .stream()
                                .map(each -> avro(schema.getElementType(), each, at))
                                .toList();
            case STRING -> typed(String.class, value, at);
            case BOOLEAN -> typed(Boolean.class, value, at);
            case LONG -> typed(Long.class, value, at);
            case INT -> typed(Integer.class, value, at);
            default -> throw new IllegalArgumentException("no Connect type for " + schema);
        };
    }

    private static Object symbol(org.apache.avro.Schema schema, String given) {
        return SpecificData.get().createEnum(schema.hasEnumSymbol(given) ? given : schema.getEnumDefault(), schema);
    }

    private static <T> T typed(Class<T> type, Object value, String at) {
        if (!type.isInstance(value)) {
            throw new DataException(at + " is a "
                    + (value == null ? "null" : value.getClass().getSimpleName()) + ", not a " + type.getSimpleName());
        }
        return type.cast(value);
    }
}
