package dev.kvlease.torture.fuzz;

import dev.kvlease.schemas.Schemas;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Other versions of a record's schema, as producers of other versions have registered them. */
final class Writers {
    private Writers() {}

    /** Today's, one without what may be missing, one with all that a newer version may add, and one that needs itself. */
    static List<Schema> of(Schema own) {
        Schema today = Schemas.portable(own);
        return List.of(today, older(today), newer(today), endless(today));
    }

    private static Schema older(Schema today) {
        return with(
                today,
                today.getFields().stream()
                        .filter(field -> !field.hasDefaultValue())
                        .map(field -> new Schema.Field(field, field.schema()))
                        .toList());
    }

    private static Schema newer(Schema today) {
        List<Schema.Field> fields = new ArrayList<>();
        Schema text = Schema.create(Schema.Type.STRING);
        fields.add(field("new_map", Schema.createMap(Schema.createArray(text))));
        fields.add(field("new_bytes", Schema.create(Schema.Type.BYTES)));
        fields.add(field("new_fixed", Schema.createFixed("NewFixed", null, today.getNamespace(), 7)));
        today.getFields().forEach(each -> fields.add(new Schema.Field(each, each.schema())));
        fields.add(field("new_double", Schema.create(Schema.Type.DOUBLE)));
        fields.add(field("new_float", Schema.create(Schema.Type.FLOAT)));
        fields.add(field("new_flag", Schema.create(Schema.Type.BOOLEAN)));
        fields.add(field("new_enum", Schema.createEnum("NewEnum", null, today.getNamespace(), List.of("A", "B"))));
        fields.add(field("new_nothing", Schema.createArray(Schema.create(Schema.Type.NULL))));
        return with(today, fields);
    }

    private static Schema endless(Schema today) {
        Schema node = Schema.createRecord("Node", null, today.getNamespace(), false);
        node.setFields(List.of(field("next", Schema.createUnion(Schema.create(Schema.Type.NULL), node))));
        List<Schema.Field> fields = new ArrayList<>();
        fields.add(field("chain", node));
        today.getFields().forEach(each -> fields.add(new Schema.Field(each, each.schema())));
        return with(today, fields);
    }

    private static Schema.Field field(String name, Schema schema) {
        return new Schema.Field(name, schema, null, null);
    }

    private static Schema with(Schema today, List<Schema.Field> fields) {
        return Schema.createRecord(today.getName(), today.getDoc(), today.getNamespace(), false, fields);
    }

    /** A record as a producer with another schema would write it. */
    static byte[] bytes(IndexedRecord record, Schema writer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        try {
            new GenericDatumWriter<>(writer).write(generic(record, writer), encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new IllegalStateException("a buffer in memory failed", e);
        }
        return out.toByteArray();
    }

    private static GenericRecord generic(IndexedRecord record, Schema writer) {
        GenericRecord made = new GenericData.Record(writer);
        for (Schema.Field field : writer.getFields()) {
            Schema.Field known = record.getSchema().getField(field.name());
            made.put(field.pos(), known == null ? any(field.schema()) : plain(record.get(known.pos()), field.schema()));
        }
        return made;
    }

    private static Object plain(Object value, Schema schema) {
        Schema type = schema.getType() == Schema.Type.UNION ? schema.getTypes().get(1) : schema;
        if (value instanceof IndexedRecord inner) {
            return generic(inner, type);
        }
        return value instanceof Enum<?> ? new GenericData.EnumSymbol(type, value.toString()) : value;
    }

    private static Object any(Schema schema) {
        return switch (schema.getType()) {
            case MAP -> Map.of("a", List.of("b", "c"));
            case BYTES -> ByteBuffer.wrap(new byte[] {1, 2, 3});
            case FIXED -> new GenericData.Fixed(schema, new byte[schema.getFixedSize()]);
            case DOUBLE -> 1.5;
            case FLOAT -> 2.5f;
            case BOOLEAN -> true;
            case ENUM -> new GenericData.EnumSymbol(schema, "B");
            case RECORD -> chain(schema);
            default -> List.of();
        };
    }

    private static GenericRecord chain(Schema node) {
        GenericRecord first = new GenericData.Record(node);
        first.put(0, new GenericData.Record(node));
        return first;
    }
}
