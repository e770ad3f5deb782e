package dev.kvlease.app.source;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;

/**
 * Avro records as plain JSON, as event files have it: enums as texts, fields that are null left out, bytes in base64. Fields
 * that a schema does not know are passed over; what is missing reads as its default or as a value that the core refuses.
 */
final class RecordJson {
    private static final long MISSING_NUMBER = -1;

    private RecordJson() {}

    /** Writes a record as an object. */
    static void write(IndexedRecord record, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Schema.Field field : record.getSchema().getFields()) {
            Object value = record.get(field.pos());
            if (value != null) {
                out.writeFieldName(field.name());
                writeValue(value, out);
            }
        }
        out.writeEndObject();
    }

    private static void writeValue(Object value, JsonGenerator out) throws IOException {
        if (value instanceof IndexedRecord record) {
            write(record, out);
        } else if (value instanceof Collection<?> list) {
            out.writeStartArray();
            for (Object each : list) {
                writeValue(each, out);
            }
            out.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeFieldName(entry.getKey().toString());
                writeValue(entry.getValue(), out);
            }
            out.writeEndObject();
        } else {
            writePlain(value, out);
        }
    }

    private static void writePlain(Object value, JsonGenerator out) throws IOException {
        if (value instanceof Integer || value instanceof Long) {
            out.writeNumber(((Number) value).longValue());
        } else if (value instanceof Float number) {
            out.writeNumber(number);
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else if (value instanceof ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            out.writeString(Base64.getEncoder().encodeToString(copy));
        } else if (value instanceof GenericFixed fixed) {
            out.writeString(Base64.getEncoder().encodeToString(fixed.bytes()));
        } else if (value == null) {
            out.writeNull();
        } else {
            out.writeString(value.toString());
        }
    }

    /** Reads a record of a schema. */
    static IndexedRecord read(JsonNode node, Schema schema, GenericData model) throws IOException {
        IndexedRecord record = (IndexedRecord) model.newRecord(null, schema);
        for (Schema.Field field : schema.getFields()) {
            JsonNode value = node.get(field.name());
            boolean missing = value == null || value.isNull();
            record.put(
                    field.pos(), missing ? missing(field, model) : value(field.name(), value, field.schema(), model));
        }
        return record;
    }

    private static Object missing(Schema.Field field, GenericData model) {
        if (field.hasDefaultValue()) {
            return model.getDefaultValue(field);
        }
        return switch (field.schema().getType()) {
            case STRING -> "";
            case LONG -> MISSING_NUMBER;
            case INT -> (int) MISSING_NUMBER;
            case BOOLEAN -> false;
            case ENUM -> model.createEnum(field.schema().getEnumDefault(), field.schema());
            case ARRAY -> new ArrayList<>();
            default -> null;
        };
    }

    private static Object value(String name, JsonNode node, Schema schema, GenericData model) throws IOException {
        return switch (schema.getType()) {
            case UNION -> inUnion(name, node, schema, model);
            case RECORD -> read(node, schema, model);
            case ARRAY -> list(name, node, schema.getElementType(), model);
            case MAP -> map(name, node, schema.getValueType(), model);
            case ENUM ->
                model.createEnum(schema.hasEnumSymbol(node.asText()) ? node.asText() : schema.getEnumDefault(), schema);
            case STRING -> checked(name, node, node.isTextual(), "a text").asText();
            case LONG ->
                checked(name, node, node.canConvertToLong(), "an integer").longValue();
            case INT ->
                checked(name, node, node.canConvertToInt(), "a 32-bit integer").intValue();
            case BOOLEAN ->
                checked(name, node, node.isBoolean(), "true or false").booleanValue();
            case FLOAT -> checked(name, node, node.isNumber(), "a number").floatValue();
            case DOUBLE -> checked(name, node, node.isNumber(), "a number").doubleValue();
            case BYTES -> ByteBuffer.wrap(node.binaryValue());
            case FIXED -> model.createFixed(null, node.binaryValue(), schema);
            case NULL -> null;
        };
    }

    private static JsonNode checked(String name, JsonNode node, boolean fine, String expected) throws IOException {
        if (!fine) {
            throw new IOException(name + ": expected " + expected + ", found " + node);
        }
        return node;
    }

    private static Object inUnion(String name, JsonNode node, Schema union, GenericData model) throws IOException {
        if (node.isNull()) {
            return null;
        }
        for (Schema branch : union.getTypes()) {
            if (branch.getType() != Schema.Type.NULL) {
                return value(name, node, branch, model);
            }
        }
        return null;
    }

    private static List<Object> list(String name, JsonNode node, Schema element, GenericData model) throws IOException {
        List<Object> list = new ArrayList<>();
        for (JsonNode each : checked(name, node, node.isArray(), "a list")) {
            list.add(value(name, each, element, model));
        }
        return list;
    }

    private static Map<String, Object> map(String name, JsonNode node, Schema values, GenericData model)
            throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry :
                checked(name, node, node.isObject(), "an object").properties()) {
            map.put(entry.getKey(), value(name, entry.getValue(), values, model));
        }
        return map;
    }
}
