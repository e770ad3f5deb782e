package dev.kvlease.app.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks documents against a schema of docs/schemas that uses the few keywords below; any other is a fault of the schema.
 * A reference leads to a place in the same schema or in one beside it.
 */
public final class JsonSchema {
    private static final Set<String> KEYWORDS = Set.of(
            "$schema",
            "$defs",
            "$ref",
            "title",
            "description",
            "type",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "enum");

    private static final Path DIRECTORY = Path.of("../docs/schemas");

    private final JsonNode root;
    private final List<String> faults;

    private JsonSchema(String name, List<String> faults) throws IOException {
        this.root = new ObjectMapper().readTree(DIRECTORY.resolve(name).toFile());
        this.faults = faults;
    }

    /** What of a document is not as the schema of this name says. */
    public static List<String> faults(String schema, JsonNode document) throws IOException {
        List<String> faults = new ArrayList<>();
        JsonSchema check = new JsonSchema(schema, faults);
        check.check(check.root, document, "");
        return faults;
    }

    private void check(JsonNode schema, JsonNode value, String path) throws IOException {
        require(schema.isObject(), path, "the schema has nothing here");
        schema.fieldNames().forEachRemaining(keyword -> require(KEYWORDS.contains(keyword), path, keyword));
        if (schema.has("$ref")) {
            String[] reference = schema.get("$ref").asText().split("#", 2);
            JsonSchema other = reference[0].isEmpty() ? this : new JsonSchema(reference[0], faults);
            other.check(other.root.at(reference[1]), value, path);
            return;
        }
        if (schema.has("enum")) {
            boolean found = false;
            for (JsonNode symbol : schema.get("enum")) {
                found |= symbol.equals(value);
            }
            require(found, path, value + " is no symbol of it");
            return;
        }
        switch (schema.path("type").asText()) {
            case "object" -> object(schema, value, path);
            case "array" -> array(schema, value, path);
            case "integer" -> require(value.isIntegralNumber(), path, "no integer");
            case "string" -> require(value.isTextual(), path, "no text");
            case "boolean" -> require(value.isBoolean(), path, "no truth value");
            default -> require(false, path, "the schema gives no type");
        }
    }

    private void array(JsonNode schema, JsonNode value, String path) throws IOException {
        require(value.isArray(), path, "no list");
        for (int i = 0; i < value.size(); i++) {
            check(schema.get("items"), value.get(i), path + "/" + i);
        }
    }

    private void object(JsonNode schema, JsonNode value, String path) throws IOException {
        require(value.isObject(), path, "no object");
        schema.path("required").forEach(field -> require(value.has(field.asText()), path, field + " is missing"));
        JsonNode others = schema.path("additionalProperties");
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            JsonNode known = schema.path("properties").path(field.getKey());
            String at = path + "/" + field.getKey();
            if (!known.isMissingNode()) {
                check(known, field.getValue(), at);
            } else if (others.isObject()) {
                check(others, field.getValue(), at);
            } else {
                require(others.asBoolean(true), at, "not known to the schema");
            }
        }
    }

    private void require(boolean fine, String path, String fault) {
        if (!fine) {
            faults.add(path + ": " + fault);
        }
    }
}
