package dev.kvlease.schemas.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/** Confluent's REST API over HTTP; asks anew each time. */
final class HttpRegistry implements SchemaRegistry {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NOT_FOUND = 404;
    private static final int LONGEST_MESSAGE = 400;

    private final HttpTransport transport;

    HttpRegistry(HttpTransport transport) {
        this.transport = transport;
    }

    @Override
    public int register(String subject, Schema schema, boolean normalize) {
        String path = "/subjects/" + encoded(subject) + "/versions" + normalizing(normalize);
        return id(call("POST", path, schemaBody(schema), "subject " + subject));
    }

    @Override
    public int idOf(String subject, Schema schema, boolean normalize) {
        String path = "/subjects/" + encoded(subject) + normalizing(normalize);
        return id(call("POST", path, schemaBody(schema), "this schema of subject " + subject));
    }

    @Override
    public RegisteredSchema latest(String subject) {
        String what = "subject " + subject;
        JsonNode answer = call("GET", "/subjects/" + encoded(subject) + "/versions/latest", Optional.empty(), what);
        return new RegisteredSchema(subject, answer.path("version").asInt(), id(answer), schema(answer, what));
    }

    @Override
    public Schema byId(int id) {
        String what = "schema id " + id;
        return schema(call("GET", "/schemas/ids/" + id, Optional.empty(), what), what);
    }

    @Override
    public Schema byGuid(UUID guid) {
        String what = "schema GUID " + guid;
        return schema(call("GET", "/schemas/guids/" + guid, Optional.empty(), what), what);
    }

    @Override
    public Optional<String> compatibility(String subject) {
        try {
            JsonNode answer = call("GET", "/config/" + encoded(subject), Optional.empty(), "subject " + subject);
            return Optional.ofNullable(answer.path("compatibilityLevel").textValue());
        } catch (UnknownSchemaException e) {
            return Optional.empty();
        }
    }

    @Override
    public void setCompatibility(String subject, String level) {
        ObjectNode body = JSON.createObjectNode().put("compatibility", level);
        call("PUT", "/config/" + encoded(subject), Optional.of(body), "subject " + subject);
    }

    private JsonNode call(String method, String path, Optional<ObjectNode> body, String what) {
        HttpTransport.Answer answer = transport.send(method, path, body.map(HttpRegistry::bytes));
        Optional<JsonNode> json = parse(answer.body());
        if (answer.status() / 100 == 2 && json.isPresent()) {
            return json.get();
        }
        throw refusal(answer, json, path, what);
    }

    /**
     * A schema is unknown only if the registry says so in its own words; any other 404 is an address that is no registry,
     * and must not make good records look bad. Registries that cannot look up GUIDs answer so for the path alone.
     */
    private static RegistryException refusal(
            HttpTransport.Answer answer, Optional<JsonNode> json, String path, String what) {
        int code = json.map(node -> node.path("error_code").asInt(-1)).orElse(-1);
        String said = json.map(node -> node.path("message").asText())
                .map(HttpRegistry::brief)
                .orElse("");
        boolean unknown = code / 100 == NOT_FOUND || (code >= 0 && path.startsWith("/schemas/guids/"));
        if (answer.status() == NOT_FOUND && unknown) {
            return new UnknownSchemaException("The schema registry at " + answer.address() + " does not know " + what
                    + (said.isEmpty() ? "" : ": " + said));
        }
        String advice =
                switch (answer.status()) {
                    case 401, 403 ->
                        "check the credentials (" + RegistryConfig.BASIC_USER_INFO + " or "
                                + RegistryConfig.BEARER_TOKEN + ") and their rights";
                    case 409 -> "the schema is not compatible with the registered ones";
                    case 422 -> "the registry does not accept it";
                    default -> "check that " + RegistryConfig.URL + " is the address of a schema registry";
                };
        return new RegistryRefusedException(
                "The schema registry at " + answer.address() + " refused " + what + " (HTTP " + answer.status()
                        + (said.isEmpty() ? "" : ", " + said) + "): " + advice,
                answer.status());
    }

    private Schema schema(JsonNode answer, String what) {
        String type = answer.path("schemaType").asText("AVRO");
        if (!type.equals("AVRO")) {
            throw new UnknownSchemaException(capitalized(what) + " is " + type + ", not Avro");
        }
        Schema.Parser parser = new Schema.Parser();
        try {
            parseReferences(answer, parser, new HashSet<>());
            return parser.parse(answer.path("schema").asText());
        } catch (AvroRuntimeException | IllegalArgumentException | ClassCastException | NullPointerException e) {
            throw new UnknownSchemaException(
                    capitalized(what) + " is not a schema that can be read: " + e.getMessage());
        }
    }

    private void parseReferences(JsonNode answer, Schema.Parser parser, Set<String> seen) {
        for (JsonNode reference : answer.path("references")) {
            String subject = reference.path("subject").asText();
            int version = reference.path("version").asInt();
            if (!seen.add(subject + '/' + version)) {
                continue;
            }
            String path = "/subjects/" + encoded(subject) + "/versions/" + version;
            JsonNode referenced = call("GET", path, Optional.empty(), "version " + version + " of " + subject);
            parseReferences(referenced, parser, seen);
            parser.parse(referenced.path("schema").asText());
        }
    }

    private static int id(JsonNode answer) {
        JsonNode id = answer.path("id");
        if (!id.canConvertToInt()) {
            throw new RegistryRefusedException("The schema registry answered without an id", 200);
        }
        return id.intValue();
    }

    private static Optional<ObjectNode> schemaBody(Schema schema) {
        return Optional.of(JSON.createObjectNode().put("schema", schema.toString()));
    }

    private static byte[] bytes(ObjectNode body) {
        try {
            return JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts always has a JSON form", e);
        }
    }

    private static Optional<JsonNode> parse(byte[] body) {
        try {
            return Optional.of(JSON.readTree(body)).filter(JsonNode::isObject);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String encoded(String pathElement) {
        return URLEncoder.encode(pathElement, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String normalizing(boolean normalize) {
        return normalize ? "?normalize=true" : "";
    }

    private static String brief(String message) {
        String line = message.replaceAll("\\s+", " ").trim();
        return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "...";
    }

    private static String capitalized(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
