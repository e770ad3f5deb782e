package dev.kvlease.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryConfigTest {
    private static final String JAAS = "org.apache.kafka.common.security.plain.PlainLoginModule required"
            + " username=\"carol\" password=\"quiet\";";

    @Test
    void userInfoIsSentAsBasic() {
        assertThat(authorization(
                        "basic.auth.credentials.source", "USER_INFO", "basic.auth.user.info", "alice:hush:hush"))
                .isEqualTo(basic("alice:hush:hush"));
    }

    @Test
    void prefixedKeysWork() {
        assertThat(authorization(
                        "schema.registry.basic.auth.credentials.source",
                        "USER_INFO",
                        "schema.registry.basic.auth.user.info",
                        "alice:hush",
                        "basic.auth.user.info",
                        "loses:it"))
                .isEqualTo(basic("alice:hush"));
    }

    @Test
    void credentialsInTheAddressAreSentAsBasic() throws Exception {
        try (StubServer server = StubServer.http()) {
            String url = "http://bob:p%40ss@127.0.0.1:" + server.port();
            assertThat(sent(server, Map.of("schema.registry.url", url))).isEqualTo(basic("bob:p@ss"));
        }
    }

    @Test
    void kafkasOwnCredentialsAreInherited() {
        assertThat(authorization("basic.auth.credentials.source", "SASL_INHERIT", "sasl.jaas.config", JAAS))
                .isEqualTo(basic("carol:quiet"));
    }

    @Test
    void aBearerTokenIsSent() {
        assertThat(authorization("bearer.auth.credentials.source", "STATIC_TOKEN", "bearer.auth.token", "t0k"))
                .isEqualTo("Bearer t0k");
    }

    @Test
    void secretsMayStandInAFile(@TempDir Path dir) throws IOException {
        Path secrets = Files.writeString(dir.resolve("secrets.properties"), "auth=alice:hush");

        assertThat(authorization(
                        "config.providers",
                        "file",
                        "config.providers.file.class",
                        "org.apache.kafka.common.config.provider.FileConfigProvider",
                        "basic.auth.credentials.source",
                        "USER_INFO",
                        "basic.auth.user.info",
                        "${file:" + secrets + ":auth}"))
                .isEqualTo(basic("alice:hush"));
    }

    @Test
    void nothingIsSentWithoutCredentials() {
        assertThat(authorization()).isNull();
    }

    @Test
    void credentialsDoNotShow() {
        Map<String, Object> configs = Map.of(
                "schema.registry.url",
                "http://localhost:1",
                "basic.auth.user.info",
                "alice:hush",
                "bearer.auth.token",
                "t0k");
        RegistryConfig config = new RegistryConfig(configs);

        assertThat(config.values().toString()).doesNotContain("hush").doesNotContain("t0k");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schema.registry.url=",
                "schema.registry.url=localhost:8081",
                "schema.registry.url=ftp://localhost",
                "schema.registry.url=http://",
                "schema.registry.url=mock://a,http://localhost:8081",
                "basic.auth.credentials.source=USER_INFO",
                "basic.auth.credentials.source=SASL_INHERIT",
                "basic.auth.credentials.source=KEYTAB",
                "bearer.auth.credentials.source=STATIC_TOKEN",
                "bearer.auth.credentials.source=OAUTHBEARER",
                "proxy.host=proxy",
                "max.retries=-1",
                "schema.registry.ssl.truststore.location=/no/such/file"
            })
    void whatCannotWorkIsNamed(String setting) {
        int split = setting.indexOf('=');
        Map<String, Object> configs = new HashMap<>(Map.of("schema.registry.url", "http://localhost:8081"));
        configs.put(setting.substring(0, split), setting.substring(split + 1));

        assertThatThrownBy(() -> SchemaRegistry.open(configs))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(setting.startsWith("schema.registry.ssl") ? "ssl" : setting.substring(0, split));
    }

    @Test
    void aMalformedAddressDoesNotShowItsPassword() {
        assertThatThrownBy(() -> SchemaRegistry.open(Map.of("schema.registry.url", "http://al ice:hush@host")))
                .isInstanceOf(ConfigException.class)
                .hasMessageNotContaining("hush");
    }

    @Test
    void aMissingAddressIsNamed() {
        assertThatThrownBy(() -> SchemaRegistry.open(Map.of())).hasMessageContaining("schema.registry.url");
    }

    @Test
    void mockAddressesOfOneScopeShareARegistry() {
        SchemaRegistry one = SchemaRegistry.open(Map.of("schema.registry.url", "mock://here"));

        assertThat(SchemaRegistry.open(Map.of("schema.registry.url", "mock://here")))
                .isSameAs(one);
        assertThat(SchemaRegistry.open(Map.of("schema.registry.url", "mock://there")))
                .isNotSameAs(one);
        MockRegistry.drop("here");
        assertThat(MockRegistry.of("here")).isNotSameAs(one);
    }

    private static String authorization(String... configs) {
        try (StubServer server = StubServer.http()) {
            Map<String, Object> all = new HashMap<>(Map.of("schema.registry.url", server.url()));
            for (int i = 0; i < configs.length; i += 2) {
                all.put(configs[i], configs[i + 1]);
            }
            return sent(server, all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sent(StubServer server, Map<String, ?> configs) {
        server.answer(200, "{\"schema\":\"\\\"long\\\"\"}");
        SchemaRegistry.open(configs).byId(1);
        return server.requests().get(0).authorization();
    }

    private static String basic(String userInfo) {
        return "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
    }
}
