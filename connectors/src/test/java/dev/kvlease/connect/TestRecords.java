package dev.kvlease.connect;

import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/** Records made from their schemas, whatever fields those get. */
public final class TestRecords {
    private TestRecords() {}

    /**
     * A record with a value in every field.
     *
     * @param schema of a generated class
     * @return the record
     */
    public static SpecificRecordBase full(Schema schema) {
        SpecificRecordBase made = (SpecificRecordBase) SpecificData.get().newRecord(null, schema);
        schema.getFields().forEach(field -> made.put(field.pos(), value(field.schema(), field.pos())));
        return made;
    }

    /**
     * A record with a value only where there is no default.
     *
     * @param schema of a generated class
     * @return the record
     */
    public static SpecificRecordBase sparse(Schema schema) {
        SpecificRecordBase made = (SpecificRecordBase) SpecificData.get().newRecord(null, schema);
        for (Schema.Field field : schema.getFields()) {
            made.put(
                    field.pos(),
                    field.hasDefaultValue()
                            ? SpecificData.get().getDefaultValue(field)
                            : value(field.schema(), field.pos()));
        }
        return made;
    }

    private static Object value(Schema schema, int at) {
        return switch (schema.getType()) {
            case UNION -> value(schema.getTypes().get(1), at);
            case RECORD -> full(schema);
            case ENUM ->
                SpecificData.get()
                        .createEnum(
                                schema.getEnumSymbols()
                                        .get(at % schema.getEnumSymbols().size()),
                                schema);
            case STRING -> "décodeur " + at;
            case BOOLEAN -> true;
            case LONG -> (1L << 61) - at;
            case INT -> Integer.MIN_VALUE + at;
            case ARRAY -> List.of(value(schema.getElementType(), at), value(schema.getElementType(), at + 1));
            default -> throw new IllegalArgumentException(schema.toString());
        };
    }
}
