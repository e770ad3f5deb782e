package dev.kvlease.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.platform.BrokerOptions;
import dev.kvlease.app.platform.EmbeddedBroker;
import dev.kvlease.app.platform.EmbeddedPlatform;
import dev.kvlease.app.topics.TopicLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Every verb that reads or writes topics, with a broker that takes TLS and SASL only: any property passes through. */
@TestMethodOrder(OrderAnnotation.class)
class SecuredClusterTest {
    private static final String PASSWORD = "changeit";
    private static final String LOGIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\"";
    private static final Path INCIDENT =
            Path.of("../docs/incidents/read-after-expiry.ndjson").toAbsolutePath();

    @TempDir
    private static Path dir;

    private static EmbeddedPlatform plain;
    private static EmbeddedBroker secured;
    private static Path properties;

    private final TestConsole console = new TestConsole();

    @BeforeAll
    static void start() throws Exception {
        keytool(
                "-genkeypair",
                "-alias",
                "key",
                "-keyalg",
                "EC",
                "-dname",
                "CN=kvlease test",
                "-validity",
                "2",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                "server.p12");
        keytool("-exportcert", "-rfc", "-alias", "key", "-keystore", "server.p12", "-file", "server.pem");
        // only its schema registry is used
        plain = EmbeddedPlatform.start(dir.resolve("plain"), new TopicLayout("", 1, 1, Optional.empty()));
        secured = EmbeddedBroker.start(BrokerOptions.in(dir.resolve("secured")).withOverrides(brokerSettings()));
        properties = Files.writeString(dir.resolve("client.properties"), clientProperties("reviewer", "right"));
    }

    private static Map<String, String> brokerSettings() {
        return Map.of(
                "listener.security.protocol.map",
                "BROKER:SASL_SSL,CONTROLLER:PLAINTEXT",
                "sasl.enabled.mechanisms",
                "PLAIN",
                "sasl.mechanism.inter.broker.protocol",
                "PLAIN",
                "listener.name.broker.plain.sasl.jaas.config",
                LOGIN.formatted("broker", "own") + " user_broker=\"own\" user_reviewer=\"right\";",
                "ssl.keystore.location",
                dir.resolve("server.p12").toString(),
                "ssl.keystore.password",
                PASSWORD,
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                dir.resolve("server.pem").toString());
    }

    private static String clientProperties(String user, String password) {
        return String.join(
                "\n",
                "bootstrap.servers=" + secured.bootstrapServers(),
                "schema.registry.url=" + plain.registryUrl(),
                "security.protocol=SASL_SSL",
                "sasl.mechanism=PLAIN",
                "sasl.jaas.config=" + LOGIN.formatted(user, password) + ";",
                "ssl.truststore.type=PEM",
                "ssl.truststore.location=" + dir.resolve("server.pem"));
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", PASSWORD));
        Process process = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @AfterAll
    static void stop() {
        secured.close();
        plain.close();
    }

    private void run(String... command) {
        List<String> args = new ArrayList<>(List.of(command));
        args.addAll(List.of("--command-config", properties.toString()));
        assertThat(console.run(args.toArray(String[]::new))).as(console.err()).isZero();
    }

    @Test
    @Order(1)
    void importWritesIntoTopicsThatCreateHasMade() {
        run("topics", "create", "--partitions", "1", "--replication-factor", "1");
        run("import", "--input", INCIDENT.toString());

        assertThat(console.err()).contains("74 records in ", "imported");
    }

    @Test
    @Order(2)
    void replayGivesVerdicts() {
        run("replay");

        assertThat(console.err()).contains("74 records in ");
        assertThat(console.out()).contains("\"verdict\"", "chatcmpl-5b1f20c4");
    }

    @Test
    @Order(2)
    void auditFindsTheReads() throws IOException {
        run("audit", "--json");

        JsonNode audit = new ObjectMapper().readTree(console.out());
        assertThat(audit.at("/summary/reads/completed").asLong()).isEqualTo(5);
    }

    @Test
    @Order(2)
    void explainShowsTheLease() {
        run("explain", "--holder", "decode-3", "--request", "chatcmpl-5b1f20c4");

        assertThat(console.out()).contains("LEASE of life decode-3/9c41e07a", "prefill-1 asks to read");
    }

    @Test
    @Order(2)
    void exportWritesWhatIsThere() throws IOException {
        Path out = dir.resolve("export.ndjson");
        run("export", "--out", out.toString());

        assertThat(Files.readAllLines(out)).hasSize(74);
    }

    @Test
    @Order(2)
    void aLoginThatIsRefusedIsOneLineWithoutTheSecret() throws IOException {
        Path wrong = Files.writeString(dir.resolve("wrong.properties"), clientProperties("reviewer", "wrong"));

        assertThat(console.run("audit", "--command-config", wrong.toString())).isEqualTo(4);

        assertThat(console.errLines())
                .singleElement()
                .asString()
                .contains("refused the credentials", "check sasl.* and ssl.* properties")
                .doesNotContain("wrong\"");
    }

    @Test
    @Order(2)
    void aCertificateThatIsNotTrustedIsOneLine() throws IOException {
        String untrusting = clientProperties("reviewer", "right").replaceAll("(?m)^ssl\\.truststore.*\\R?", "");
        Path file = Files.writeString(dir.resolve("untrusting.properties"), untrusting);

        assertThat(console.run("replay", "--command-config", file.toString())).isEqualTo(4);

        assertThat(console.errLines()).singleElement().asString().contains("check sasl.* and ssl.* properties");
    }
}
