package dev.kvlease.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpRegistryTest {
    private static final Schema LONG = Schema.create(Schema.Type.LONG);
    private static final String UNKNOWN_ID = "{\"error_code\":40403,\"message\":\"Schema 5 not found\"}";

    private StubServer server;
    private final List<Long> pauses = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        server = StubServer.http();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void registersASchema() {
        server.answer(200, "{\"id\":12}");

        assertThat(registry().register("t-value", LONG, false)).isEqualTo(12);
        assertThat(server.requests())
                .containsExactly(new StubServer.Request(
                        "POST",
                        "/subjects/t-value/versions",
                        "{\"schema\":\"\\\"long\\\"\"}",
                        null,
                        "application/vnd.schemaregistry.v1+json"));
    }

    @Test
    void findsTheIdOfASchema() {
        server.answer(200, "{\"subject\":\"t-value\",\"version\":3,\"id\":12,\"schema\":\"\\\"long\\\"\"}");

        assertThat(registry().idOf("t-value", LONG, true)).isEqualTo(12);
        assertThat(server.requests().get(0).path()).isEqualTo("/subjects/t-value?normalize=true");
    }

    @Test
    void readsTheLatestVersion() {
        server.answer(200, "{\"subject\":\"s\",\"version\":3,\"id\":12,\"schema\":\"\\\"long\\\"\"}");

        assertThat(registry().latest("s")).isEqualTo(new RegisteredSchema("s", 3, 12, LONG));
    }

    @Test
    void readsSchemasByIdAndGuid() {
        UUID guid = new UUID(1, 2);
        server.answer(200, "{\"schema\":\"\\\"long\\\"\"}").answer(200, "{\"schema\":\"\\\"long\\\"\"}");

        assertThat(registry().byId(5)).isEqualTo(LONG);
        assertThat(registry().byGuid(guid)).isEqualTo(LONG);
        assertThat(server.requests())
                .extracting(StubServer.Request::path)
                .containsExactly("/schemas/ids/5", "/schemas/guids/" + guid);
    }

    @Test
    void resolvesReferences() {
        String inner = "{\\\"type\\\":\\\"enum\\\",\\\"name\\\":\\\"n.Inner\\\",\\\"symbols\\\":[\\\"A\\\"]}";
        String outer = "{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"n.Outer\\\",\\\"fields\\\":"
                + "[{\\\"name\\\":\\\"f\\\",\\\"type\\\":\\\"n.Inner\\\"}]}";
        server.answer(
                        200,
                        "{\"schema\":\"" + outer
                                + "\",\"references\":[{\"name\":\"n.Inner\",\"subject\":\"inner\",\"version\":4}]}")
                .answer(200, "{\"subject\":\"inner\",\"version\":4,\"id\":9,\"schema\":\"" + inner + "\"}");

        Schema schema = registry().byId(5);

        assertThat(schema.getField("f").schema().getFullName()).isEqualTo("n.Inner");
        assertThat(server.requests().get(1).path()).isEqualTo("/subjects/inner/versions/4");
    }

    @Test
    void readsAndSetsCompatibility() {
        server.answer(200, "{\"compatibilityLevel\":\"FULL_TRANSITIVE\"}")
                .answer(404, "{\"error_code\":40408,\"message\":\"not configured\"}")
                .answer(200, "{\"compatibility\":\"FULL\"}");

        assertThat(registry().compatibility("s")).contains("FULL_TRANSITIVE");
        assertThat(registry().compatibility("s")).isEmpty();
        registry().setCompatibility("s", "FULL");
        assertThat(server.requests().get(2).method()).isEqualTo("PUT");
        assertThat(server.requests().get(2).body()).isEqualTo("{\"compatibility\":\"FULL\"}");
    }

    @Test
    void keepsTheBasePathAndEncodesTheSubject() {
        server.answer(200, "{\"id\":1}");

        registry(Map.of("schema.registry.url", server.url() + "/apis/ccompat/v7/"))
                .register("a b/ü", LONG, false);

        assertThat(server.requests().get(0).path()).isEqualTo("/apis/ccompat/v7/subjects/a%20b%2F%C3%BC/versions");
    }

    @Test
    void triesAgainWithGrowingPauses() {
        server.answer(503, "").answer(500, "{}").answer(429, "").answer(200, "{\"id\":1}");

        assertThat(registry(Map.of("max.retries", 3, "retries.wait.ms", 100, "retries.max.wait.ms", 250))
                        .register("s", LONG, false))
                .isEqualTo(1);
        assertThat(pauses).hasSize(3);
        assertThat(pauses.get(0)).isBetween(50L, 100L);
        assertThat(pauses.get(1)).isBetween(100L, 200L);
        assertThat(pauses.get(2)).isBetween(125L, 250L);
    }

    @Test
    void goesOnToTheNextAddressAndStaysThere() throws IOException {
        String urls = "http://127.0.0.1:" + closedPort() + ", " + server.url();
        server.answer(200, "{\"id\":1}").answer(200, "{\"id\":2}");
        SchemaRegistry registry = registry(Map.of("schema.registry.url", urls));

        assertThat(registry.register("s", LONG, false)).isEqualTo(1);
        assertThat(registry.register("s2", LONG, false)).isEqualTo(2);
        assertThat(pauses).isEmpty();
    }

    @Test
    void saysWhichAddressesItTriedButNotTheCredentials() throws IOException {
        int port = closedPort();
        server.answer(503, "").answer(503, "");
        SchemaRegistry registry = registry(Map.of(
                "schema.registry.url", "http://alice:hush@127.0.0.1:" + port + "," + server.url(), "max.retries", 1));

        assertThatThrownBy(() -> registry.byId(1))
                .isInstanceOf(RegistryUnreachableException.class)
                .hasMessageContaining("http://127.0.0.1:" + port + " (Connect")
                .hasMessageContaining(server.url() + " (HTTP 503)")
                .hasMessageContaining("2 times")
                .hasMessageNotContainingAny("alice", "hush");
    }

    @Test
    void anUnknownIdIsTheRegistrysWord() {
        server.answer(404, UNKNOWN_ID);

        assertThatThrownBy(() -> registry().byId(5))
                .isInstanceOf(UnknownSchemaException.class)
                .hasMessageContaining("schema id 5")
                .hasMessageContaining("Schema 5 not found");
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>Not Found</html>", "{\"error_code\":0,\"message\":\"no such path\"}", "", "[]"})
    void anAddressThatIsNoRegistryDoesNotMakeRecordsLookBad(String body) {
        server.answer(404, body);

        assertThatThrownBy(() -> registry().byId(5))
                .isInstanceOf(RegistryRefusedException.class)
                .hasMessageContaining("schema.registry.url");
    }

    @Test
    void aRegistryWithoutGuidsDoesNotKnowThem() {
        server.answer(404, "{\"error_code\":0,\"message\":\"Could not find resource for full path\"}");

        assertThatThrownBy(() -> registry().byGuid(new UUID(1, 2))).isInstanceOf(UnknownSchemaException.class);
    }

    @ParameterizedTest
    @CsvSource({"401,credentials", "403,credentials", "409,not compatible", "422,does not accept", "302,address"})
    void refusalsAreNotRetriedAndSayWhatToDo(int status, String advice) {
        server.answer(status, "{\"error_code\":" + status + ",\"message\":\"the\\nregistry's words\"}");

        assertThatThrownBy(() -> registry().register("s", LONG, false))
                .isInstanceOf(RegistryRefusedException.class)
                .hasMessageContaining(advice)
                .hasMessageContaining("the registry's words")
                .extracting(thrown -> ((RegistryRefusedException) thrown).httpStatus())
                .isEqualTo(status);
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"schemaType\":\"PROTOBUF\",\"schema\":\"syntax\"}",
                "{\"schema\":\"{\\\"type\\\":\\\"nonsense\\\"}\"}",
                "{}"
            })
    void whatIsNoAvroSchemaIsUnknown(String body) {
        server.answer(200, body);

        assertThatThrownBy(() -> registry().byId(5))
                .isInstanceOf(UnknownSchemaException.class)
                .hasMessageContaining("Schema id 5");
    }

    @Test
    void anInterruptEndsTheWaiting() {
        server.answer(503, "");
        SchemaRegistry interrupted = new HttpRegistry(HttpTransport.of(config(Map.of()), ms -> {
            throw new InterruptedException();
        }));

        assertThatThrownBy(() -> interrupted.byId(1)).isInstanceOf(InterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    private SchemaRegistry registry() {
        return registry(Map.of());
    }

    private SchemaRegistry registry(Map<String, ?> configs) {
        return new HttpRegistry(HttpTransport.of(config(configs), pauses::add));
    }

    private RegistryConfig config(Map<String, ?> configs) {
        Map<String, Object> all = new HashMap<>(Map.of("schema.registry.url", server.url()));
        all.putAll(configs);
        return new RegistryConfig(all);
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
