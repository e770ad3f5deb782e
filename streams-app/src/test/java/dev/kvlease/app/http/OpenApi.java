package dev.kvlease.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** docs/openapi.json, and answers held against it: the part of JSON Schema that it uses. */
public final class OpenApi {
    private final JsonNode root;

    private OpenApi(JsonNode root) {
        this.root = root;
    }

    public static OpenApi read() {
        try {
            return new OpenApi(new ObjectMapper().readTree(Files.readString(Path.of("../docs/openapi.json"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode root() {
        return root;
    }

    /** Holds an answer against what is said of its path and status. */
    public void check(String question, int status, JsonNode answer) {
        List<String> asked = Stream.of(question.replaceAll("\\?.*", "").split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
        Route route = Route.find(asked).orElseThrow();
        JsonNode schema = root.path("paths")
                .path(route.path())
                .path("get")
                .path("responses")
                .path(Integer.toString(status))
                .path("content")
                .path("application/json")
                .path("schema");
        assertThat(schema.isMissingNode())
                .as("%s %d is described", question, status)
                .isFalse();
        check(question, schema, answer);
    }

    private void check(String where, JsonNode schemaOrReference, JsonNode value) {
        JsonNode schema = resolve(schemaOrReference);
        String type = schema.path("type").asText();
        switch (type) {
            case "object" -> checkObject(where, schema, value);
            case "array" -> value.forEach(item -> check(where + "[]", schema.path("items"), item));
            case "string" -> assertThat(value.isTextual()).as(where).isTrue();
            case "boolean" -> assertThat(value.isBoolean()).as(where).isTrue();
            case "integer" -> assertThat(value.isIntegralNumber()).as(where).isTrue();
            default -> throw new AssertionError(where + " has the type '" + type + "'");
        }
        if (schema.has("enum")) {
            assertThat(schema.path("enum")).as(where).contains(value);
        }
    }

    private void checkObject(String where, JsonNode schema, JsonNode value) {
        assertThat(value.isObject()).as(where).isTrue();
        schema.path("required")
                .forEach(name -> assertThat(value.has(name.asText()))
                        .as(where + " has " + name)
                        .isTrue());
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            JsonNode described = schema.path("properties").path(field.getKey());
            assertThat(described.isMissingNode())
                    .as(where + "." + field.getKey() + " is described")
                    .isFalse();
            check(where + "." + field.getKey(), described, field.getValue());
        }
    }

    private JsonNode resolve(JsonNode schema) {
        String reference = schema.path("$ref").asText("");
        JsonNode found = reference.isEmpty() ? schema : root.at(reference.substring(1));
        return found.has("allOf") ? together(found.path("allOf")) : found;
    }

    /** One object with the fields of several. */
    private JsonNode together(JsonNode schemas) {
        ObjectNode all = new ObjectMapper().createObjectNode().put("type", "object");
        schemas.forEach(each -> {
            JsonNode schema = resolve(each);
            all.withObject("/properties").setAll((ObjectNode) schema.path("properties"));
            all.withArray("/required").addAll((ArrayNode) schema.path("required"));
        });
        return all;
    }

    /** Holds a value against a named schema. */
    public void checkSchema(String name, JsonNode value) {
        JsonNode schema = root.at("/components/schemas/" + name);
        assertThat(schema.isMissingNode()).as(name).isFalse();
        check(name, schema, value);
    }
}
