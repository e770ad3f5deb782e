package dev.kvlease.app.cli;

import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.ConfigSources;
import dev.kvlease.app.config.KvleaseConfig;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine.Option;

/** The flags that configure every verb which talks to a cluster; mix it in with {@code @Mixin}. */
public final class ConfigOptions {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Properties file with the configuration.")
    private Optional<Path> file = Optional.empty();

    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "Sets one property, of kvlease or of any Kafka client; may be given many times.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            description = "Short for --set bootstrap.servers=…")
    private Optional<String> bootstrapServers = Optional.empty();

    @Option(names = "--schema-registry-url", paramLabel = "URL", description = "Short for --set schema.registry.url=…")
    private Optional<String> schemaRegistryUrl = Optional.empty();

    /**
     * Reads all sources: defaults, file, environment, flags.
     *
     * @return the configuration
     * @throws ConfigException if it is not valid; its message is for the user
     */
    public KvleaseConfig load() {
        Map<String, String> flags = new LinkedHashMap<>(properties);
        bootstrapServers.ifPresent(value -> flags.put(ConfigKeys.BOOTSTRAP_SERVERS, value));
        schemaRegistryUrl.ifPresent(value -> flags.put(ConfigKeys.SCHEMA_REGISTRY_URL, value));
        return ConfigSources.load(file, System.getenv(), flags);
    }
}
