package dev.kvlease.connect.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record of ours as a map: its fields by their Avro names, enums as their symbols, absent fields left out. The entry
 * {@value #TAG} names the record type.
 */
public final class Twins {
    /** The entry that names the record type. */
    public static final String TAG = "record";

    private Twins() {}

    /**
     * A record as a map.
     *
     * @param twin the record
     * @return its tag and those of its fields that are not null
     */
    public static Map<String, Object> encode(IndexedRecord twin) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(TAG, twin.getSchema().getName());
        map.putAll(fields(twin));
        return map;
    }

    /**
     * A record from a map. Unknown entries are ignored, unknown enum symbols become the enum's default.
     *
     * @param schema the record's schema, of a generated class
     * @param map the entries
     * @return the record
     * @throws MalformedBatchException if a field without a default is missing or a value has the wrong type
     */
    public static SpecificRecord decode(Schema schema, Map<?, ?> map) throws MalformedBatchException {
        return (SpecificRecord) record(schema, map, schema.getName());
    }

    private static Map<String, Object> fields(IndexedRecord from) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Schema.Field field : from.getSchema().getFields()) {
            Object value = from.get(field.pos());
            if (value != null) {
                map.put(field.name(), plain(value));
            }
        }
        return map;
    }

    private static Object plain(Object value) {
        if (value instanceof IndexedRecord inner) {
            return fields(inner);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Twins::plain).toList();
        }
        return value instanceof Enum<?> || value instanceof CharSequence ? value.toString() : value;
    }

    private static Object record(Schema schema, Map<?, ?> map, String path) throws MalformedBatchException {
        IndexedRecord made = (IndexedRecord) SpecificData.get().newRecord(null, schema);
        for (Schema.Field field : schema.getFields()) {
            Object given = map.get(field.name());
            String at = path + "." + field.name();
            if (given == null && !field.hasDefaultValue()) {
                throw new MalformedBatchException(at + " is missing");
            }
            made.put(
                    field.pos(),
                    given == null ? SpecificData.get().getDefaultValue(field) : value(field.schema(), given, at));
        }
        return made;
    }

    private static Object value(Schema schema, Object given, String at) throws MalformedBatchException {
        return switch (schema.getType()) {
            case UNION -> value(schema.getTypes().get(1), given, at);
            case RECORD -> record(schema, typed(Map.class, given, at), at);
            case ENUM -> symbol(schema, typed(String.class, given, at));
            case STRING -> typed(String.class, given, at);
            case BOOLEAN -> typed(Boolean.class, given, at);
            case LONG -> typed(Long.class, given, at);
            case INT -> integer(typed(Long.class, given, at), at);
            case ARRAY -> list(schema.getElementType(), typed(List.class, given, at), at);
            default -> throw new IllegalArgumentException("no twin for " + schema.getType() + " at " + at);
        };
    }

    private static Object symbol(Schema schema, String given) {
        String known = schema.hasEnumSymbol(given) ? given : schema.getEnumDefault();
        return SpecificData.get().createEnum(known, schema);
    }

    private static int integer(long given, String at) throws MalformedBatchException {
        if (given != (int) given) {
            throw new MalformedBatchException(at + " is " + given + ", beyond 32 bits");
        }
        return (int) given;
    }

    private static List<Object> list(Schema element, List<?> given, String at) throws MalformedBatchException {
        List<Object> list = new ArrayList<>(given.size());
        for (Object each : given) {
            list.add(value(element, each, at));
        }
        return list;
    }

    private static <T> T typed(Class<T> type, Object given, String at) throws MalformedBatchException {
        if (!type.isInstance(given)) {
            throw new MalformedBatchException(
                    at + " is a " + given.getClass().getSimpleName() + ", not a " + type.getSimpleName());
        }
        return type.cast(given);
    }
}
