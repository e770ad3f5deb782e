package dev.kvlease.app.rights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.cli.Main;
import dev.kvlease.app.cli.TestConsole;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.common.config.provider.EnvVarConfigProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Secrets come from files and the environment, and are seen nowhere else. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class SecretsOnAClusterTest {
    private static final String USER = "kvlease";
    private static final String HTTP_TOKEN = "t0ken-of-the-http-surface";
    private static final String WRONG = "m1staken";
    private static final Pattern ADDRESS = Pattern.compile("state on (http://\\S+)");

    @TempDir
    private static Path dir;

    private static SecuredPlatform platform;

    @BeforeAll
    static void start() throws Exception {
        platform = SecuredPlatform.start(dir);
        platform.addUsers(List.of(USER));
        platform.grant(USER, Party.APPLICATION.rights(Deployment.STANDARD));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> RightsCheck.missing(platform.config(USER)).isEmpty());
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    /** The three config providers of Kafka at once, all of its log at INFO. */
    @Test
    void aRunShowsNoSecretInItsLogItsAnswersOrItsCommandLine() throws Exception {
        Path log = dir.resolve("run.log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                "run",
                "--config",
                everySourceOfSecrets().toString()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("REGISTRY_LOGIN", platform.registryUserInfo());
        Process run = builder.start();
        StringBuilder seen = new StringBuilder();
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> !run.isAlive() || Files.readString(log).contains("kvlease run: running"));
            assertThat(run.isAlive()).as(Files.readString(log)).isTrue();
            Matcher address = ADDRESS.matcher(Files.readString(log));
            assertThat(address.find()).isTrue();
            for (String path :
                    List.of("/topology", "/metrics", "/holders", "/clocks", "/live", "/health/ready", "/", "/none")) {
                seen.append(get(address.group(1) + path, HTTP_TOKEN)).append(get(address.group(1) + path, WRONG));
            }
            seen.append(String.join(" ", run.info().arguments().orElse(new String[0])));
            seen.append(run.info().commandLine().orElse(""));
        } finally {
            run.destroy();
            run.waitFor();
        }
        seen.append(Files.readString(log));

        assertThat(seen).contains("kvlease.lease-events", "ssl.keystore.password = [hidden]", "stopped");
        assertThat(seen).doesNotContain(platform.secrets()).doesNotContain(HTTP_TOKEN);
    }

    private static Path everySourceOfSecrets() throws Exception {
        Path mounted = Files.createDirectories(dir.resolve("mounted"));
        Files.writeString(mounted.resolve("jaas"), platform.loginOf(USER));
        Path store = Files.writeString(
                dir.resolve("store.properties"),
                "password=" + platform.keys().password() + "\ntoken=" + HTTP_TOKEN + "\n");
        Properties properties = new Properties();
        properties.load(Files.newBufferedReader(platform.connectionFile(USER)));
        properties.putAll(Map.of(
                "config.providers",
                "file,dir,env",
                "config.providers.dir.class",
                DirectoryConfigProvider.class.getName(),
                "config.providers.env.class",
                EnvVarConfigProvider.class.getName(),
                "sasl.jaas.config",
                "${dir:" + mounted + ":jaas}",
                "basic.auth.user.info",
                "${env:REGISTRY_LOGIN}",
                "ssl.keystore.type",
                "PKCS12",
                "ssl.keystore.location",
                platform.keys().store().toString(),
                "ssl.keystore.password",
                "${file:" + store + ":password}",
                "kvlease.http.token",
                "${file:" + store + ":token}",
                "kvlease.http.port",
                "0"));
        properties.put("state.dir", dir.resolve("state").toString());
        return write("every.properties", properties);
    }

    private static Path write(String name, Properties properties) throws Exception {
        Path file = dir.resolve(name);
        try (var writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
        return file;
    }

    private static String get(String address, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .header("Authorization", "Bearer " + token)
                .timeout(Duration.ofSeconds(20))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        return response.headers().map() + response.body();
    }

    static Stream<Arguments> mistakes() {
        String login = platform.loginOf(USER);
        String password = login.substring(login.indexOf("s3cret"), login.lastIndexOf('"'));
        return Stream.of(
                Arguments.of(
                        "sasl.jaas.config", login.replace(password, WRONG), 1, "the cluster refused the credentials"),
                Arguments.of("sasl.jaas.config", login.replace(";", ""), 4, "check bootstrap.servers and the client"),
                Arguments.of("basic.auth.user.info", "engineer:" + WRONG, 1, "HTTP 401"),
                Arguments.of("basic.auth.user.info", "s3cret-without-a-colon", 2, "=user:password"),
                Arguments.of("schema.registry.url", "http://me:" + WRONG + "@127.0.0.1:1", 1, "cannot be reached"),
                Arguments.of("ssl.keystore.password", WRONG, 4, "check bootstrap.servers and the client"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void whatIsWrongIsSaidInOneLineWithoutTheSecret(String key, String value, int exitCode, String said)
            throws Exception {
        Properties properties = new Properties();
        properties.load(Files.newBufferedReader(platform.connectionFile(USER)));
        properties.put("ssl.keystore.type", "PKCS12");
        properties.put("ssl.keystore.location", platform.keys().store().toString());
        properties.put("ssl.keystore.password", platform.keys().password());
        properties.put("max.retries", "0");
        properties.put(key, value);
        TestConsole console = new TestConsole();

        int code = console.run(
                "topics",
                "check",
                "--config",
                write("mistaken.properties", properties).toString());

        String shown = console.out() + console.err();
        assertThat(shown.strip()).contains(said).hasLineCount(1);
        assertThat(code).as(shown).isEqualTo(exitCode);
        assertThat(shown)
                .doesNotContain(platform.secrets())
                .doesNotContain(WRONG)
                .doesNotContain("s3cret");
    }
}
