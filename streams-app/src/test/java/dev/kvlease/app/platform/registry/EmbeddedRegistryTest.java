package dev.kvlease.app.platform.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.platform.EmbeddedBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class EmbeddedRegistryTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TYPE = "application/vnd.schemaregistry.v1+json";

    @TempDir
    static Path directory;

    private static EmbeddedBroker broker;
    private final HttpClient http = HttpClient.newHttpClient();
    private EmbeddedRegistry registry;
    private String subject;

    /** An answer. */
    private record Answer(int status, String text) {
        JsonNode json() throws IOException {
            return JSON.readTree(text);
        }

        int errorCode() throws IOException {
            return json().path("error_code").asInt();
        }
    }

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBroker.start(directory);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void startRegistry(TestInfo test) {
        subject = test.getTestMethod().orElseThrow().getName() + "-value";
        registry = EmbeddedRegistry.start(broker.bootstrapServers(), 0);
    }

    @AfterEach
    void stopRegistry() {
        registry.close();
    }

    @Test
    void registersLooksUpAndResolves() throws Exception {
        String schema = record("found");
        int id = register(subject, schema);
        assertThat(get("/schemas/ids/" + id).json().path("schema").asText()).isEqualTo(schema);
        assertThat(get("/schemas/ids/" + id + "/schema").text()).isEqualTo(schema);
        assertThat(get("/schemas/ids/" + id + "/versions").text())
                .isEqualTo("[{\"subject\":\"" + subject + "\",\"version\":1}]");
        assertThat(get("/schemas/ids/" + id + "/subjects").text()).isEqualTo("[\"" + subject + "\"]");
        JsonNode latest = get("/subjects/" + subject + "/versions/latest").json();
        assertThat(latest.path("version").asInt()).isEqualTo(1);
        assertThat(latest.path("id").asInt()).isEqualTo(id);
        assertThat(latest.path("subject").asText()).isEqualTo(subject);
        assertThat(get("/subjects/" + subject + "/versions/1/schema").text()).isEqualTo(schema);
        JsonNode found = post("/subjects/" + subject, body(schema)).json();
        assertThat(found.path("id").asInt()).isEqualTo(id);
        assertThat(get("/subjects").json()).contains(JSON.getNodeFactory().textNode(subject));
        assertThat(get("/schemas/types").text()).isEqualTo("[\"AVRO\"]");
        assertThat(get("/schemas/guids/" + latest.path("guid").asText())
                        .json()
                        .path("schema")
                        .asText())
                .isEqualTo(schema);
    }

    @Test
    void theSameSchemaHasOneIdHoweverItIsWrittenAndWhereverItIs() throws Exception {
        int id = register(subject, record("a"));
        String spread = record("a").replace(",", " ,\n  ").replace(":", " : ");
        assertThat(register(subject, spread)).isEqualTo(id);
        assertThat(register(subject + "-other", spread)).isEqualTo(id);
        assertThat(get("/subjects/" + subject + "/versions").text()).isEqualTo("[1]");
        assertThat(register(subject + "-third", record("b"))).isNotEqualTo(id);
    }

    @Test
    void answersWithConfluentsErrorCodes() throws Exception {
        register(subject, record("a"));
        assertError(get("/subjects/nobody/versions"), 404, 40401);
        assertError(get("/subjects/nobody/versions/latest"), 404, 40401);
        assertError(get("/subjects/" + subject + "/versions/9"), 404, 40402);
        assertError(get("/subjects/" + subject + "/versions/first"), 422, 42202);
        assertError(get("/subjects/" + subject + "/versions/0"), 422, 42202);
        assertError(get("/schemas/ids/999999"), 404, 40403);
        assertError(post("/subjects/nobody", body(record("a"))), 404, 40401);
        assertError(post("/subjects/" + subject, body(record("zz"))), 404, 40403);
        assertError(post("/subjects/" + subject + "/versions", body("{\"type\":\"rec\"}")), 422, 42201);
        assertError(post("/subjects/" + subject + "/versions", "{}"), 422, 42201);
        assertError(
                post("/subjects/" + subject + "/versions", "{\"schemaType\":\"JSON\",\"schema\":\"{}\"}"), 422, 42201);
        assertError(post("/subjects/" + subject + "/versions", "not json"), 400, 400);
        assertError(get("/config/" + subject), 404, 40408);
        assertError(put("/config/" + subject, "{\"compatibility\":\"SOMETIMES\"}"), 422, 42203);
        assertError(put("/mode", "{\"mode\":\"DREAMING\"}"), 422, 42204);
        assertError(get("/no/such/path"), 404, 404);
        assertError(put("/subjects/" + subject, "{}"), 405, 405);
        assertThat(get("/subjects").status()).isEqualTo(200);
    }

    @Test
    void subjectsMayHaveAnyCharacter() throws Exception {
        int id = register("a%2Fb%20c+d%25-value", record("a"));
        assertThat(get("/subjects/a%2Fb%20c+d%25-value/versions/latest")
                        .json()
                        .path("subject")
                        .asText())
                .isEqualTo("a/b c+d%-value");
        assertThat(id).isPositive();
    }

    @Test
    void refusesWhatTheLevelForbids() throws Exception {
        String required = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"long\"},"
                + "{\"name\":\"b\",\"type\":\"long\"}]}";
        String one = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"long\"}]}";
        register(subject, one);
        Answer refused = post("/subjects/" + subject + "/versions", body(required));
        assertError(refused, 409, 409);
        assertThat(refused.text()).contains("READER_FIELD_MISSING_DEFAULT_VALUE");
        assertThat(compatible(required)).isFalse();
        assertThat(put("/config/" + subject, "{\"compatibility\":\"FORWARD\"}").text())
                .isEqualTo("{\"compatibility\":\"FORWARD\"}");
        assertThat(compatible(required)).isTrue();
        register(subject, required);
        assertThat(get("/config/" + subject).text()).isEqualTo("{\"compatibilityLevel\":\"FORWARD\"}");
        assertThat(get("/config").text()).isEqualTo("{\"compatibilityLevel\":\"BACKWARD\"}");
    }

    @Test
    void transitiveLevelsLookAtEveryVersion() throws Exception {
        String first = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[]}";
        String second =
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"int\",\"default\":0}]}";
        String third = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"int\"}]}";
        register(subject, first);
        register(subject, second);
        put("/config/" + subject, "{\"compatibility\":\"FULL_TRANSITIVE\"}");
        assertError(post("/subjects/" + subject + "/versions", body(third)), 409, 409);
        put("/config/" + subject, "{\"compatibility\":\"FULL\"}");
        register(subject, third);
        assertThat(get("/subjects/" + subject + "/versions").text()).isEqualTo("[1,2,3]");
    }

    @Test
    void idsLevelsAndDeletionsSurviveARestart() throws Exception {
        int first = register(subject, record("a"));
        put("/config/" + subject, "{\"compatibility\":\"NONE\"}");
        int second = register(subject, record("b"));
        register(subject + "-gone", record("a"));
        delete("/subjects/" + subject + "-gone");
        delete("/subjects/" + subject + "-gone?permanent=true");
        registry.close();
        registry = EmbeddedRegistry.start(broker.bootstrapServers(), 0);
        assertThat(register(subject, record("a"))).isEqualTo(first);
        assertThat(get("/subjects/" + subject + "/versions/2").json().path("id").asInt())
                .isEqualTo(second);
        assertThat(get("/config/" + subject).text()).contains("NONE");
        assertError(get("/subjects/" + subject + "-gone/versions?deleted=true"), 404, 40401);
        assertThat(register(subject, record("c"))).isGreaterThan(second);
    }

    @Test
    void deletesInTwoSteps() throws Exception {
        int id = register(subject, record("a"));
        String version = "/subjects/" + subject + "/versions/1";
        assertError(delete(version + "?permanent=true"), 404, 40407);
        assertThat(delete(version).text()).isEqualTo("1");
        assertError(delete(version), 404, 40406);
        assertError(get("/subjects/" + subject + "/versions"), 404, 40401);
        assertThat(get("/schemas/ids/" + id).status()).isEqualTo(200);
        assertThat(get("/subjects/" + subject + "/versions?deleted=true").text())
                .isEqualTo("[1]");
        assertThat(register(subject, record("a"))).isEqualTo(id);
        assertThat(get("/subjects/" + subject + "/versions").text()).isEqualTo("[2]");
        assertError(delete("/subjects/" + subject + "?permanent=true"), 404, 40405);
        assertThat(delete("/subjects/" + subject).text()).isEqualTo("[2]");
        assertError(delete("/subjects/" + subject), 404, 40404);
        assertThat(delete("/subjects/" + subject + "?permanent=true").text()).isEqualTo("[1,2]");
        assertError(get("/subjects/" + subject + "/versions?deleted=true"), 404, 40401);
    }

    @Test
    void aReadOnlySubjectTakesNothingNew() throws Exception {
        int id = register(subject, record("a"));
        assertThat(put("/mode/" + subject, "{\"mode\":\"READONLY\"}").status()).isEqualTo(200);
        assertError(post("/subjects/" + subject + "/versions", body(record("b"))), 422, 42205);
        assertThat(register(subject, record("a"))).isEqualTo(id);
        assertThat(delete("/mode/" + subject).status()).isEqualTo(200);
        assertError(get("/mode/" + subject), 404, 40409);
        assertThat(get("/mode").text()).isEqualTo("{\"mode\":\"READWRITE\"}");
    }

    @Test
    void refusesBodiesWithoutBound() throws Exception {
        String huge = "x".repeat(HttpFront.MAX_BODY_BYTES + 1);
        assertError(post("/subjects/" + subject + "/versions", body(huge)), 413, 413);
        assertThat(get("/subjects").status()).isEqualTo(200);
    }

    @Test
    void registeringAtOnceGivesOneIdASchema() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String name = subject + i % 4;
                tasks.add(() -> register(name, record("same")));
            }
            List<Integer> ids = new ArrayList<>();
            for (Future<Integer> done : pool.invokeAll(tasks)) {
                ids.add(done.get());
            }
            assertThat(ids.stream().distinct()).hasSize(1);
        } finally {
            pool.shutdownNow();
        }
        for (int i = 0; i < 4; i++) {
            assertThat(get("/subjects/" + subject + i + "/versions").text()).isEqualTo("[1]");
        }
    }

    @Test
    void writesTheTopicAsConfluentDoes() throws Exception {
        int id = register(subject, record("a"));
        String key = "{\"keytype\":\"SCHEMA\",\"subject\":\"" + subject + "\",\"version\":1,\"magic\":1}";
        JsonNode value = JSON.readTree(topic().get(key));
        assertThat(value.path("id").asInt()).isEqualTo(id);
        assertThat(value.path("schema").asText()).isEqualTo(record("a"));
        assertThat(value.path("deleted").asBoolean()).isFalse();
        assertThat(value.path("subject").asText()).isEqualTo(subject);
        assertThat(value.path("version").asInt()).isEqualTo(1);
    }

    @Test
    void listensOnLoopbackOnly() {
        assertThat(registry.url()).startsWith("http://127.0.0.1:");
    }

    private static Map<String, String> topic() {
        Map<String, String> records = new HashMap<>();
        TopicPartition partition = new TopicPartition(RegistryLog.TOPIC, 0);
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(read -> records.put(read.key(), read.value()));
            }
        }
        return records;
    }

    private boolean compatible(String schema) throws Exception {
        Answer answer = post("/compatibility/subjects/" + subject + "/versions/latest?verbose=true", body(schema));
        assertThat(answer.status()).isEqualTo(200);
        boolean compatible = answer.json().path("is_compatible").asBoolean();
        assertThat(answer.json().path("messages").isEmpty()).isEqualTo(compatible);
        return compatible;
    }

    private int register(String name, String schema) throws Exception {
        Answer answer = post("/subjects/" + name + "/versions", body(schema));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path("id").asInt();
    }

    private static void assertError(Answer answer, int status, int code) throws IOException {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.errorCode()).as(answer.text()).isEqualTo(code);
    }

    private static String record(String field) {
        return "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"" + field
                + "\",\"type\":\"long\",\"default\":0}]}";
    }

    private static String body(String schema) {
        return JSON.createObjectNode().put("schema", schema).toString();
    }

    private Answer get(String path) throws Exception {
        return send(path, HttpRequest.newBuilder().GET());
    }

    private Answer post(String path, String body) throws Exception {
        return send(path, HttpRequest.newBuilder().POST(BodyPublishers.ofString(body)));
    }

    private Answer put(String path, String body) throws Exception {
        return send(path, HttpRequest.newBuilder().PUT(BodyPublishers.ofString(body)));
    }

    private Answer delete(String path) throws Exception {
        return send(path, HttpRequest.newBuilder().DELETE());
    }

    private Answer send(String path, HttpRequest.Builder builder) throws Exception {
        HttpResponse<String> response = http.send(
                builder.uri(URI.create(registry.url() + path))
                        .header("Content-Type", TYPE)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.headers().firstValue("Content-Type")).contains(TYPE);
        return new Answer(response.statusCode(), response.body());
    }
}
