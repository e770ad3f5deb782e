package dev.kvlease.app.platform.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** The records of the {@code _schemas} topic, in the JSON that Confluent's registry writes there. */
final class LogCodec {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KEY_TYPE = "keytype";
    private static final String SUBJECT = "subject";
    private static final String VERSION = "version";
    private static final String MAGIC = "magic";
    private static final String LEVEL = "compatibilityLevel";
    private static final String MODE = "mode";

    private LogCodec() {}

    /**
     * The record's key.
     *
     * @param entry what is to be said
     * @return JSON in UTF-8; fields in Confluent's order, since compaction compares bytes
     */
    static byte[] key(LogEntry entry) {
        if (entry instanceof LogEntry.Put put) {
            return schemaKey(put.schema().subject(), put.schema().version());
        }
        if (entry instanceof LogEntry.Purge purge) {
            return schemaKey(purge.subject(), purge.version());
        }
        if (entry instanceof LogEntry.DeleteSubject deletion) {
            return bytes(subjectKey("DELETE_SUBJECT", Optional.of(deletion.subject())));
        }
        if (entry instanceof LogEntry.Level change) {
            return bytes(subjectKey("CONFIG", change.subject()));
        }
        return bytes(subjectKey("MODE", ((LogEntry.ModeChange) entry).subject()));
    }

    /**
     * The record's value.
     *
     * @param entry what is to be said
     * @return JSON in UTF-8; empty for a tombstone
     */
    static Optional<byte[]> value(LogEntry entry) {
        if (entry instanceof LogEntry.Put put) {
            return Optional.of(bytes(schemaValue(put.schema())));
        }
        if (entry instanceof LogEntry.DeleteSubject deletion) {
            return Optional.of(bytes(
                    JSON.createObjectNode().put(SUBJECT, deletion.subject()).put(VERSION, deletion.version())));
        }
        if (entry instanceof LogEntry.Level change) {
            return change.level().map(level -> bytes(JSON.createObjectNode().put(LEVEL, level.name())));
        }
        if (entry instanceof LogEntry.ModeChange change) {
            return change.mode().map(mode -> bytes(JSON.createObjectNode().put(MODE, mode.name())));
        }
        return Optional.empty();
    }

    /**
     * Reads a record.
     *
     * @param key its key
     * @param value its value; empty for a tombstone
     * @return what it says; empty if that is nothing to this registry
     * @throws IOException if it is not JSON
     */
    static Optional<LogEntry> read(byte[] key, Optional<byte[]> value) throws IOException {
        JsonNode names = JSON.readTree(key);
        Optional<JsonNode> says = value.isEmpty() ? Optional.empty() : Optional.of(JSON.readTree(value.get()));
        Optional<String> subject = Optional.ofNullable(names.path(SUBJECT).textValue());
        return switch (names.path(KEY_TYPE).asText()) {
            case "SCHEMA" ->
                subject.map(name -> schema(name, names.path(VERSION).asInt(), says));
            case "DELETE_SUBJECT" ->
                subject.flatMap(name -> says.map(node ->
                        new LogEntry.DeleteSubject(name, node.path(VERSION).asInt())));
            case "CONFIG" ->
                Optional.of(new LogEntry.Level(
                        subject,
                        says.flatMap(
                                node -> CompatibilityLevel.of(node.path(LEVEL).asText()))));
            case "MODE" ->
                Optional.of(new LogEntry.ModeChange(
                        subject, says.flatMap(node -> Mode.of(node.path(MODE).asText()))));
            default -> Optional.empty();
        };
    }

    private static LogEntry schema(String subject, int version, Optional<JsonNode> says) {
        if (says.isEmpty()) {
            return new LogEntry.Purge(subject, version);
        }
        JsonNode node = says.get();
        return new LogEntry.Put(new StoredSchema(
                subject,
                version,
                node.path("id").asInt(),
                node.path("schema").asText(),
                node.path("deleted").asBoolean()));
    }

    private static ObjectNode schemaValue(StoredSchema schema) {
        return JSON.createObjectNode()
                .put(SUBJECT, schema.subject())
                .put(VERSION, schema.version())
                .put("id", schema.id())
                .put("schema", schema.text())
                .put("deleted", schema.deleted());
    }

    private static byte[] schemaKey(String subject, int version) {
        return bytes(JSON.createObjectNode()
                .put(KEY_TYPE, "SCHEMA")
                .put(SUBJECT, subject)
                .put(VERSION, version)
                .put(MAGIC, 1));
    }

    private static ObjectNode subjectKey(String keyType, Optional<String> subject) {
        return JSON.createObjectNode()
                .put(KEY_TYPE, keyType)
                .put(SUBJECT, subject.orElse(null))
                .put(MAGIC, 0);
    }

    private static byte[] bytes(JsonNode node) {
        try {
            return JSON.writeValueAsBytes(node);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
