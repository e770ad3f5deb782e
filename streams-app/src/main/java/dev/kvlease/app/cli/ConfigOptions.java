package dev.kvlease.app.cli;

import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.ConfigSources;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.Commands;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The configuration of a command that talks to a cluster: a file, the environment and flags. */
final class ConfigOptions {
    @Option(
            names = {"-c", "--config", "--command-config"},
            paramLabel = "FILE",
            description = "Properties file; the environment (KVLEASE_...) and flags overrule it.")
    private Path file;

    @Option(
            names = {"-b", "--bootstrap-servers", "--bootstrap-server"},
            paramLabel = "HOST:PORT[,...]",
            description = "The Kafka cluster; short for --set bootstrap.servers=...")
    private String bootstrapServers;

    @Option(
            names = "--schema-registry-url",
            paramLabel = "URL",
            description = "The schema registry; short for --set schema.registry.url=...")
    private String schemaRegistryUrl;

    @Option(
            names = "--topic-prefix",
            paramLabel = "PREFIX",
            description = "What the names of topics begin with; short for --set kvlease.topic.prefix=...")
    private String topicPrefix;

    @Option(
            names = {"--set", "--property"},
            paramLabel = "KEY=VALUE",
            description = "Any key of kvlease or of Kafka's clients; may be repeated."
                    + " 'kvlease run --help-config' lists kvlease's.")
    private Map<String, String> settings = new LinkedHashMap<>();

    /**
     * Reads all sources.
     *
     * @param environment the environment variables
     * @return the configuration
     * @throws org.apache.kafka.common.config.ConfigException if it is not valid
     */
    KvleaseConfig load(Map<String, String> environment) {
        Map<String, String> flags = new HashMap<>(settings);
        if (bootstrapServers != null) {
            flags.put(ConfigKeys.BOOTSTRAP_SERVERS, bootstrapServers);
        }
        if (schemaRegistryUrl != null) {
            flags.put(ConfigKeys.SCHEMA_REGISTRY_URL, schemaRegistryUrl);
        }
        if (topicPrefix != null) {
            flags.put(ConfigKeys.TOPIC_PREFIX, topicPrefix);
        }
        return ConfigSources.load(Optional.ofNullable(file), environment, flags);
    }

    /**
     * Whether the command line itself names a cluster, or a file that may.
     *
     * @return false if only the environment can
     */
    boolean isGiven() {
        return file != null || bootstrapServers != null || settings.containsKey(ConfigKeys.BOOTSTRAP_SERVERS);
    }

    /**
     * The commands that put a cluster right, with the options given here.
     *
     * @param config the configuration as loaded
     * @return lines to paste
     */
    Commands commands(KvleaseConfig config) {
        StringBuilder create = new StringBuilder("./kvlease topics create");
        if (file != null) {
            create.append(" --config ").append(file);
        }
        if (bootstrapServers != null) {
            create.append(" --bootstrap-servers ").append(bootstrapServers);
        }
        if (schemaRegistryUrl != null) {
            create.append(" --schema-registry-url ").append(schemaRegistryUrl);
        }
        if (topicPrefix != null) {
            create.append(" --topic-prefix ").append(topicPrefix);
        }
        settings.forEach((key, value) ->
                create.append(" --set ").append(key).append('=').append(ConfigKeys.isSecret(key) ? "..." : value));
        return new Commands(create.toString(), config.bootstrapServers());
    }
}
