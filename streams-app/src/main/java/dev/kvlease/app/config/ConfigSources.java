package dev.kvlease.app.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;

/**
 * Reads the sources of the configuration, each overruling those before it: defaults, a properties file, the environment,
 * flags.
 */
public final class ConfigSources {
    /** Environment variables with this prefix are configuration. */
    public static final String ENVIRONMENT_PREFIX = "KVLEASE_";

    /** Variables of the launcher and the command line, which are not configuration. */
    private static final Set<String> OTHER_VARIABLES =
            Set.of("KVLEASE_JAVA_OPTS", "KVLEASE_MAVEN_OPTS", "KVLEASE_MVNW_DOWNLOAD", "KVLEASE_STACKTRACE");

    private ConfigSources() {}

    /**
     * Reads all sources.
     *
     * @param file a properties file, or empty
     * @param environment the process's environment
     * @param flags properties from the command line
     * @return the configuration
     * @throws ConfigException if the file cannot be read, a key or value is not valid, or a flag has a secret
     */
    public static KvleaseConfig load(Optional<Path> file, Map<String, String> environment, Map<String, String> flags) {
        Map<String, String> merged = new TreeMap<>();
        file.ifPresent(path -> merged.putAll(readFile(path)));
        merged.putAll(readEnvironment(environment));
        flags.forEach(Secrets::refuseAsFlag);
        merged.putAll(flags);
        return new KvleaseConfig(merged);
    }

    private static Map<String, String> readFile(Path path) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfigException("cannot read the configuration file " + path + ": " + e);
        }
        Map<String, String> entries = new TreeMap<>();
        properties
                .stringPropertyNames()
                .forEach(key -> entries.put(key, properties.getProperty(key).strip()));
        return entries;
    }

    /** A secret from a file, without the line end that editors add. */
    static String readSecret(String key, Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new ConfigException(key + ": cannot read the file " + file + ": " + e.getMessage());
        }
    }

    private static Map<String, String> readEnvironment(Map<String, String> environment) {
        Map<String, String> entries = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith(ENVIRONMENT_PREFIX) && !OTHER_VARIABLES.contains(name)) {
                entries.put(keyOf(name), value);
            }
        });
        return entries;
    }

    /**
     * The key that an environment variable sets: after the prefix, lower case, {@code _} for a dot and {@code __} for an
     * underscore; {@code kvlease.} may be left out.
     *
     * @param variable for example {@code KVLEASE_BOOTSTRAP_SERVERS} or {@code KVLEASE_TOPIC_PREFIX}
     * @return for example {@code bootstrap.servers} or {@code kvlease.topic.prefix}
     */
    public static String keyOf(String variable) {
        String key = variable.substring(ENVIRONMENT_PREFIX.length())
                .toLowerCase(Locale.ROOT)
                .replace("__", "\0")
                .replace('_', '.')
                .replace('\0', '_');
        String own = ConfigKeys.OWN_PREFIX + key;
        return KvleaseConfig.isDefined(own) ? own : key;
    }

    /**
     * The environment variable that sets a key.
     *
     * @param key a property's name
     * @return the variable's name
     */
    public static String variableOf(String key) {
        String name = key.startsWith(ConfigKeys.OWN_PREFIX) ? key.substring(ConfigKeys.OWN_PREFIX.length()) : key;
        return ENVIRONMENT_PREFIX + name.replace("_", "__").replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
