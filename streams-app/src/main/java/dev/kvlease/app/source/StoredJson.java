package dev.kvlease.app.source;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicSchemas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.utils.Bytes;

/**
 * A record of any topic as a line of an event file. The key of an input record is left out where it is the holder, as it
 * should be; bytes that are no text are in base64.
 */
public final class StoredJson {
    private static final Map<String, Topic> TOPICS =
            Arrays.stream(Topic.values()).collect(Collectors.toUnmodifiableMap(Topic::shortName, topic -> topic));

    private static final ObjectMapper JSON = new ObjectMapper();

    private StoredJson() {}

    /**
     * Writes a record as an object.
     *
     * @param record the record
     * @param out where it goes
     * @throws IOException if it cannot be written
     */
    public static void write(StoredRecord record, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField(FieldNames.TOPIC, record.topic().shortName());
        out.writeNumberField(FieldNames.PARTITION, record.origin().partition());
        out.writeNumberField(FieldNames.OFFSET, record.origin().offset());
        out.writeNumberField(FieldNames.TIMESTAMP, record.origin().recordTimeMs());
        if (!record.key().equals(usualKey(record))) {
            writeKey(record, out);
        }
        writeHeaders(record.headers(), out);
        if (record.refusal().isPresent()) {
            out.writeStringField(
                    FieldNames.REFUSED, record.refusal().get().reason().name());
            out.writeStringField(FieldNames.DETAIL, record.refusal().get().detail());
        }
        if (record.content() instanceof Content.Decoded decoded) {
            out.writeFieldName(FieldNames.VALUE);
            RecordJson.write(decoded.record(), out);
        } else if (record.content() instanceof Content.Raw raw) {
            out.writeStringField(FieldNames.VALUE_BASE64, base64(raw.bytes().get()));
        } else {
            out.writeNullField(FieldNames.VALUE);
        }
        out.writeEndObject();
    }

    /** The holder, for a record of an input; no key for one of an output. */
    private static Optional<Bytes> usualKey(StoredRecord record) {
        return usualKey(record.topic(), record.value());
    }

    /**
     * The key that a record of an input should have.
     *
     * @param topic its topic
     * @param value its value
     * @return the holder's UTF-8; empty for another topic, or without a value
     */
    static Optional<Bytes> usualKey(Topic topic, Optional<IndexedRecord> value) {
        if (topic.role() != Topic.Role.INPUT) {
            return Optional.empty();
        }
        return value.flatMap(record -> Optional.ofNullable(record.getSchema().getField(FieldNames.HOLDER))
                        .map(field -> record.get(field.pos()).toString()))
                .map(holder -> Bytes.wrap(holder.getBytes(StandardCharsets.UTF_8)));
    }

    private static void writeKey(StoredRecord record, JsonGenerator out) throws IOException {
        if (record.key().isEmpty()) {
            out.writeNullField(FieldNames.KEY);
            return;
        }
        byte[] bytes = record.key().get().get();
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
            out.writeStringField(FieldNames.KEY, text);
        } else {
            out.writeStringField(FieldNames.KEY_BASE64, base64(bytes));
        }
    }

    private static void writeHeaders(List<Header> headers, JsonGenerator out) throws IOException {
        if (headers.isEmpty()) {
            return;
        }
        out.writeArrayFieldStart(FieldNames.HEADERS);
        for (Header header : headers) {
            out.writeStartObject();
            out.writeStringField(FieldNames.NAME, header.key());
            if (header.value() != null) {
                out.writeStringField(FieldNames.VALUE_BASE64, base64(header.value()));
            }
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * A value as plain JSON.
     *
     * @param record an Avro record
     * @return its fields, without those that are null
     * @throws IOException if it cannot be written
     */
    public static ObjectNode toJson(IndexedRecord record) throws IOException {
        try (TokenBuffer buffer = new TokenBuffer(JSON, false)) {
            RecordJson.write(record, buffer);
            return (ObjectNode) JSON.<JsonNode>readTree(buffer.asParser());
        }
    }

    /**
     * A value of plain JSON, in the schema that this version has.
     *
     * @param fields its fields
     * @param topic the topic that carries such values
     * @return an Avro record
     * @throws IOException if a field has another type than the schema's
     */
    public static IndexedRecord fromJson(ObjectNode fields, Topic topic) throws IOException {
        Schema schema = TopicSchemas.valueSchema(topic)
                .orElseThrow(() -> new IllegalArgumentException(topic + " carries bytes"));
        return RecordJson.read(fields, schema, GenericData.get());
    }

    /** The topic of a line. */
    static Topic topic(JsonNode line) throws IOException {
        Topic topic = TOPICS.get(line.path(FieldNames.TOPIC).asText());
        if (topic == null) {
            throw new IOException("topic: expected a topic of kvlease, found " + line.get(FieldNames.TOPIC));
        }
        return topic;
    }

    /** The record of a line whose topic and place are known. */
    static StoredRecord read(JsonNode line, Topic topic, Origin origin, GenericData model) throws IOException {
        Content content = content(line, topic, model);
        Optional<IndexedRecord> value =
                content instanceof Content.Decoded decoded ? Optional.of(decoded.record()) : Optional.empty();
        Optional<Bytes> key = key(line);
        if (!line.has(FieldNames.KEY) && !line.has(FieldNames.KEY_BASE64)) {
            key = usualKey(topic, value);
        }
        return new StoredRecord(topic, origin, key, headers(line), content, refusal(line, topic, content));
    }

    private static Content content(JsonNode line, Topic topic, GenericData model) throws IOException {
        if (line.has(FieldNames.VALUE_BASE64)) {
            return new Content.Raw(Bytes.wrap(line.get(FieldNames.VALUE_BASE64).binaryValue()));
        }
        JsonNode value = line.get(FieldNames.VALUE);
        if (value == null) {
            throw new IOException("value: expected an object or null, found none");
        }
        Optional<Schema> schema = model instanceof SpecificData specific
                ? TopicSchemas.valueClass(topic).map(specific::getSchema)
                : TopicSchemas.valueSchema(topic);
        return value.isNull() || schema.isEmpty()
                ? new Content.Nothing()
                : new Content.Decoded(RecordJson.read(value, schema.get(), model));
    }

    private static Optional<Bytes> key(JsonNode line) throws IOException {
        if (line.has(FieldNames.KEY_BASE64)) {
            return Optional.of(Bytes.wrap(line.get(FieldNames.KEY_BASE64).binaryValue()));
        }
        return line.path(FieldNames.KEY).isTextual()
                ? Optional.of(Bytes.wrap(line.get(FieldNames.KEY).asText().getBytes(StandardCharsets.UTF_8)))
                : Optional.empty();
    }

    private static List<Header> headers(JsonNode line) throws IOException {
        List<Header> headers = new ArrayList<>();
        for (JsonNode header : line.path(FieldNames.HEADERS)) {
            JsonNode value = header.get(FieldNames.VALUE_BASE64);
            headers.add(new RecordHeader(
                    header.path(FieldNames.NAME).asText(), value == null ? null : value.binaryValue()));
        }
        return headers;
    }

    private static Optional<Refusal> refusal(JsonNode line, Topic topic, Content content) {
        JsonNode refused = line.get(FieldNames.REFUSED);
        if (refused != null) {
            return Optional.of(new Refusal(
                    DeadLetterReason.named(refused.asText()),
                    line.path(FieldNames.DETAIL).asText()));
        }
        if (topic.role() != Topic.Role.INPUT || content instanceof Content.Decoded) {
            return Optional.empty();
        }
        return Optional.of(new Refusal(
                content instanceof Content.Raw ? DeadLetterReason.UNDECODABLE : DeadLetterReason.VALUE_MISSING, ""));
    }
}
