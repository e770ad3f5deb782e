package dev.kvlease.app.topics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.topology.DeadLetter;
import dev.kvlease.core.common.BadRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** docs/asyncapi.json describes the topics and records of the code; {@code -Dkvlease.docs.write=true} makes it anew. */
class AsyncApiTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path PAGE = Path.of("..", "docs", "asyncapi.json");
    private static final String AVRO = "application/vnd.apache.avro;version=1.9.0";
    private static final String BINDING = "0.5.0";
    private static final TopicLayout LAYOUT = TopicLayout.standard();

    @Test
    void theDocumentIsThatOfTheCode() throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
        String expected = JSON.writer(printer).writeValueAsString(document()) + "\n";
        if (Boolean.getBoolean("kvlease.docs.write")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/asyncapi.json; -Dkvlease.docs.write=true makes it anew")
                .isEqualTo(expected);
    }

    @Test
    void everyTopicHasAChannelAnOperationAndAMessage() throws IOException {
        var root = JSON.readTree(PAGE.toFile());

        for (Topic topic : Topic.values()) {
            var channel = root.path("channels").path(topic.shortName());
            assertThat(channel.path("address").asText()).isEqualTo(topic.name(LAYOUT.prefix()));
            assertThat(root.path("components").path("messages").has(message(topic)))
                    .as(message(topic))
                    .isTrue();
            TopicSchemas.valueSchema(topic)
                    .ifPresent(schema -> assertThat(new Schema.Parser()
                                    .parse(root.at("/components/messages/" + message(topic) + "/payload/schema")
                                            .toString()))
                            .isEqualTo(schema));
        }
        assertThat(root.path("operations").size()).isEqualTo(Topic.values().length - 1);
    }

    private static ObjectNode document() throws IOException {
        ObjectNode root = JSON.createObjectNode().put("asyncapi", "3.0.0");
        root.putObject("info")
                .put("title", "kvlease")
                .put("version", "1")
                .put(
                        "description",
                        "The topics of kvlease, as `kvlease topics create` makes them: four inputs keyed by holder, and"
                                + " what the stream writes. What a verdict means is in semantics.md; who may write and"
                                + " read what, in security.md.")
                .putObject("license")
                .put("name", "Apache-2.0")
                .put("url", "https://www.apache.org/licenses/LICENSE-2.0");
        root.put("defaultContentType", "application/vnd.apache.avro+binary");
        ObjectNode channels = root.putObject("channels");
        ObjectNode operations = root.putObject("operations");
        ObjectNode messages = root.putObject("components").putObject("messages");
        for (Topic topic : Topic.values()) {
            describe(topic, channels.putObject(topic.shortName()));
            if (topic != Topic.BLOCK_EVENTS) { // a connector writes it, the stream does not know it
                operation(topic, operations);
            }
            describeMessage(topic, messages.putObject(message(topic)));
        }
        return root;
    }

    private static void describe(Topic topic, ObjectNode channel) {
        channel.put("address", topic.name(LAYOUT.prefix()));
        channel.put(
                "description",
                topic.role() == Topic.Role.INPUT
                        ? "Input of the stream. All inputs have the same count of partitions; a record must lie where murmur2 of"
                                + " its key puts it, and carries the broker's time."
                        : topic == Topic.BLOCK_EVENTS
                                ? "Written by the connector from engines."
                                : "Written by the stream.");
        channel.putObject("messages").putObject(message(topic)).put("$ref", "#/components/messages/" + message(topic));
        ObjectNode kafka = channel.putObject("bindings").putObject("kafka");
        kafka.put("topic", topic.name(LAYOUT.prefix())).put("bindingVersion", BINDING);
        kafka.put("partitions", LAYOUT.partitions(topic));
        ObjectNode settings = kafka.putObject("topicConfiguration");
        new TreeMap<>(TopicConfigs.initial(topic, LAYOUT)).forEach((name, value) -> putSetting(settings, name, value));
    }

    private static void putSetting(ObjectNode settings, String name, String value) {
        if (name.equals("cleanup.policy")) {
            settings.putArray(name).add(value);
        } else if (value.matches("\\d+")) {
            settings.put(name, Long.parseLong(value));
        } else {
            settings.put(name, value);
        }
    }

    private static void operation(Topic topic, ObjectNode operations) {
        boolean input = topic.role() == Topic.Role.INPUT;
        ObjectNode operation = operations.putObject((input ? "take-" : "write-") + topic.shortName());
        operation.put("action", input ? "receive" : "send");
        operation.putObject("channel").put("$ref", "#/channels/" + topic.shortName());
    }

    private static void describeMessage(Topic topic, ObjectNode message) throws IOException {
        message.put("name", message(topic));
        ObjectNode kafka = JSON.createObjectNode();
        kafka.putObject("key").put("type", "string").put("description", key(topic));
        kafka.put("bindingVersion", BINDING);
        if (TopicSchemas.valueSchema(topic).isEmpty()) {
            describeDeadLetter(message);
        } else {
            Schema schema = TopicSchemas.valueSchema(topic).get();
            message.put("summary", schema.getDoc());
            message.putObject("payload").put("schemaFormat", AVRO).set("schema", JSON.readTree(schema.toString()));
            kafka.put("schemaIdLocation", "payload");
            kafka.put("schemaIdPayloadEncoding", "confluent");
            kafka.put("schemaLookupStrategy", "TopicNameStrategy");
        }
        message.putObject("bindings").set("kafka", kafka);
    }

    private static void describeDeadLetter(ObjectNode message) {
        message.put(
                "summary", "A record that could not be used, key and value as they came, with the reason in headers.");
        message.put("contentType", "application/octet-stream");
        ObjectNode headers = message.putObject("headers").put("type", "object").putObject("properties");
        Map<String, String> texts = new TreeMap<>(Map.of(
                DeadLetter.MESSAGE, "The reason in words, and its cure.",
                DeadLetter.TOPIC, "The topic that the record came from.",
                DeadLetter.PARTITION, "Its partition, in decimal.",
                DeadLetter.OFFSET, "Its offset, in decimal.",
                DeadLetter.TIMESTAMP, "Its record time, in ms of the epoch, in decimal.",
                DeadLetter.CUT_FROM, "Only if the value was too large and has been cut: its length in bytes."));
        texts.forEach(
                (name, text) -> headers.putObject(name).put("type", "string").put("description", text));
        var reasons = headers.putObject(DeadLetter.REASON).put("type", "string").putArray("enum");
        Stream.concat(Arrays.stream(BadRecord.values()), Arrays.stream(DeadLetterReason.values()))
                .map(Enum::name)
                .forEach(reasons::add);
    }

    private static String message(Topic topic) {
        return TopicSchemas.valueSchema(topic).map(Schema::getName).orElse("DeadLetter");
    }

    private static String key(Topic topic) {
        return switch (topic) {
            case LEASE_EVENTS, HANDSHAKE_SAMPLES, READ_INTENTS, READ_OUTCOMES, VIOLATIONS ->
                "The holder's engine id, plain UTF-8.";
            case VERDICTS ->
                "reader|holder|request; %, | and control characters of an id are percent-encoded. The partition is that of"
                        + " murmur2 of the reader's id alone.";
            case CLOCK_OFFSETS -> "holder|reader; %, | and control characters of an id are percent-encoded.";
            case BLOCK_EVENTS -> "The engine's id, plain UTF-8.";
            case DEAD_LETTERS -> "As it came, any bytes.";
        };
    }
}
