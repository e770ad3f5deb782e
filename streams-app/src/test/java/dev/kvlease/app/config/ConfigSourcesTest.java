package dev.kvlease.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.topics.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.provider.FileConfigProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigSourcesTest {
    @TempDir
    private Path dir;

    @Test
    void eachSourceOverrulesThoseBeforeIt() throws IOException {
        Path file = write("application.id=file\nstate.dir=/file\nkvlease.topic.prefix=file.\nnum.stream.threads=3\n");
        Map<String, String> environment =
                Map.of("KVLEASE_STATE_DIR", "/env", "KVLEASE_TOPIC_PREFIX", "env.", "STATE_DIR", "/no");
        Map<String, String> flags = Map.of("kvlease.topic.prefix", "flag.");

        KvleaseConfig config = ConfigSources.load(Optional.of(file), environment, flags);

        assertThat(config.getString("application.id")).isEqualTo("file");
        assertThat(config.getString("state.dir")).isEqualTo("/env");
        assertThat(config.nameOf(Topic.VERDICTS)).isEqualTo("flag.verdicts");
        assertThat(config.getInt("num.stream.threads")).isEqualTo(3);
        assertThat(config.getString("group.protocol")).isEqualTo("classic");
    }

    @Test
    void everyKeyHasAVariableThatLeadsBackToIt() {
        ConfigKeys.definition()
                .names()
                .forEach(key -> assertThat(ConfigSources.keyOf(ConfigSources.variableOf(key)))
                        .isEqualTo(key));
    }

    @Test
    void variablesOfTheLauncherAreNotConfiguration() {
        KvleaseConfig config = ConfigSources.load(Optional.empty(), Map.of("KVLEASE_JAVA_OPTS", "-Xmx1g"), Map.of());

        assertThat(config.originals()).isEmpty();
    }

    @Test
    void whatIsNotKnownPassesToClientsButNotOurOwnTypos() {
        KvleaseConfig config = of(Map.of(
                "bootstrap.servers", "b:1",
                "security.protocol", "SSL",
                "producer.batch.size", "7",
                "schema.registry.url", "http://r",
                "processing.guarantee", "exactly_once_v2",
                "admin.retries", "9"));

        Properties streams = config.streamsProperties();
        assertThat(streams)
                .containsEntry("security.protocol", "SSL")
                .containsEntry("producer.batch.size", "7")
                .containsEntry("commit.interval.ms", 100L)
                .containsEntry("application.id", "kvlease")
                .doesNotContainKeys("schema.registry.url", "kvlease.topic.prefix");
        assertThat(config.clientProperties())
                .containsEntry("security.protocol", "SSL")
                .containsEntry("retries", "9")
                .doesNotContainKeys("producer.batch.size", "processing.guarantee", "schema.registry.url");
        assertThat(config.serdeProperties()).containsEntry("schema.registry.url", "http://r");
        assertThatThrownBy(() -> of(Map.of("kvlease.untracked.holder", "expired")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no key kvlease.untracked.holder");
    }

    @Test
    void whatIsConfiguredForStreamsOverrulesOurDefaults() {
        KvleaseConfig config = of(Map.of("bootstrap.servers", "b:1", "commit.interval.ms", "5", "linger.ms", "1"));

        assertThat(config.streamsProperties())
                .containsEntry("commit.interval.ms", "5")
                .containsEntry("linger.ms", "1");
    }

    @Test
    void whoeverWasKilledIsMissedSoonUnlessTheBrokerDecides() {
        KvleaseConfig classic = of(Map.of("bootstrap.servers", "b:1"));
        KvleaseConfig longer = of(Map.of("bootstrap.servers", "b:1", "session.timeout.ms", "45000"));
        KvleaseConfig streams = of(Map.of("bootstrap.servers", "b:1", "group.protocol", "streams"));

        assertThat(classic.streamsProperties()).containsEntry("session.timeout.ms", 10_000);
        assertThat(longer.streamsProperties()).containsEntry("session.timeout.ms", "45000");
        assertThat(streams.streamsProperties()).doesNotContainKey("session.timeout.ms");
    }

    @Test
    void rulesAreWhatTheOperatorChose() {
        KvleaseConfig config =
                of(Map.of("kvlease.untracked.holders", "EXPIRED", "kvlease.missing.deadline", "expired"));

        assertThat(config.settings().untrackedExpired()).isTrue();
        assertThat(config.settings().missingDeadlineExpired()).isTrue();
        assertThat(of(Map.of()).settings()).isEqualTo(dev.kvlease.core.Settings.DEFAULT);
        assertThatThrownBy(() -> of(Map.of("kvlease.untracked.holders", "perhaps")))
                .isInstanceOf(ConfigException.class);
    }

    @Test
    void secretsAreNeverShown() {
        KvleaseConfig config = of(Map.of(
                "sasl.jaas.config", "hunter2",
                "consumer.ssl.key.password", "hunter2",
                "schema.registry.url", "http://me:hunter2@registry:8081",
                "basic.auth.user.info", "me:hunter2"));

        assertThat(config.printable().toString()).doesNotContain("hunter2").contains("registry:8081");
        assertThat(config.values().get("basic.auth.user.info").toString()).isEqualTo("[hidden]");
    }

    /** Other users of a machine see the flags of a process. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sasl.jaas.config",
                "producer.ssl.key.password",
                "schema.registry.bearer.auth.token",
                "basic.auth.user.info",
                "kvlease.http.token"
            })
    void secretsAreNoFlags(String key) {
        assertThatThrownBy(() -> ConfigSources.load(Optional.empty(), Map.of(), Map.of(key, "hunter2")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(ConfigSources.variableOf(key))
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void anAddressWithAPasswordIsNoFlag() {
        Map<String, String> flags = Map.of("schema.registry.url", "http://me:hunter2@registry:8081");

        assertThatThrownBy(() -> ConfigSources.load(Optional.empty(), Map.of(), flags))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("KVLEASE_SCHEMA_REGISTRY_URL")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void whereASecretIsMayBeAFlag() throws IOException {
        Path secrets = Files.writeString(dir.resolve("secrets"), "login=hunter2\n");
        Map<String, String> flags = Map.of(
                "kvlease.http.token.file",
                secrets.toString(),
                "config.providers",
                "file",
                "config.providers.file.class",
                FileConfigProvider.class.getName(),
                "sasl.jaas.config",
                "${file:" + secrets + ":login}");

        KvleaseConfig config = ConfigSources.load(Optional.empty(), Map.of(), flags);

        assertThat(config.originals()).containsEntry("sasl.jaas.config", "hunter2");
    }

    @Test
    void aSecretThatIsNotThereIsSaidWithWhereItWasLookedFor() throws IOException {
        Path secrets = Files.writeString(dir.resolve("secrets"), "login=hunter2\n");
        String reference = "${file:" + secrets + ":logni}";
        Map<String, String> properties = Map.of(
                "config.providers",
                "file",
                "config.providers.file.class",
                FileConfigProvider.class.getName(),
                "sasl.jaas.config",
                reference);

        assertThatThrownBy(() -> of(properties))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("sasl.jaas.config")
                .hasMessageContaining(reference);
        assertThatThrownBy(() -> of(Map.of("sasl.jaas.config", reference)))
                .as("no provider")
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("config.providers");
    }

    @Test
    void aMissingClusterIsSaidWithItsCure() {
        assertThatThrownBy(() -> of(Map.of()).streamsProperties())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("--set bootstrap.servers=")
                .hasMessageContaining("KVLEASE_BOOTSTRAP_SERVERS");
    }

    @Test
    void moreSeriesThanThePageMayHaveAreRefused() {
        for (String key : new String[] {ConfigKeys.METRICS_HOLDERS_MAX, ConfigKeys.METRICS_PAIRS_MAX}) {
            assertThat(of(Map.of(key, "" + ConfigKeys.METRICS_SERIES_MAX))).isNotNull();
            assertThatThrownBy(() -> of(Map.of(key, "" + (ConfigKeys.METRICS_SERIES_MAX + 1))))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(key);
        }
    }

    @Test
    void aFileThatIsNotThereIsAnErrorOfConfiguration() {
        assertThatThrownBy(() -> ConfigSources.load(Optional.of(dir.resolve("none")), Map.of(), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("none");
    }

    @Test
    void helpNamesEveryKeyWithItsVariableAndMeaning() {
        String help = ConfigHelp.table();

        ConfigKeys.definition()
                .configKeys()
                .forEach((name, key) -> assertThat(help)
                        .contains("\n" + name + "\n")
                        .contains(ConfigSources.variableOf(name) + "\n")
                        .contains(key.documentation.substring(0, 20)));
        assertThat(help.lines()).allMatch(line -> line.length() <= 120);
    }

    private static KvleaseConfig of(Map<String, String> properties) {
        return new KvleaseConfig(properties);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(dir.resolve("kvlease.properties"), text);
    }
}
