package dev.kvlease.app.config;

import dev.kvlease.schemas.registry.RegistryConfig;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Where secrets may stand, and that those of Kafka's config providers have been found. */
final class Secrets {
    /** What a config provider replaces, such as {@code ${file:/run/secrets/kvlease:password}}. */
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^}]*:[^}]*}");

    private static final Pattern USER_INFO = Pattern.compile("://[^/@,]*@");

    /** Keys that Kafka's clients, the registry's and kvlease itself define as passwords. */
    private static final List<String> PASSWORDS = Stream.of(
                    KvleaseConfig.keys(), AdminClientConfig.configDef(), RegistryConfig.definition())
            .flatMap(definition -> definition.configKeys().values().stream())
            .filter(key -> key.type == ConfigDef.Type.PASSWORD)
            .map(key -> key.name)
            .distinct()
            .toList();

    private Secrets() {}

    /**
     * Refuses a secret on the command line, where other users of the machine see it; a reference to a config provider is
     * none.
     *
     * @throws ConfigException if it is one
     */
    static void refuseAsFlag(String key, String value) {
        boolean password = PASSWORDS.stream().anyMatch(name -> key.equals(name) || key.endsWith("." + name));
        if ((password && !REFERENCE.matcher(value).find())
                || USER_INFO.matcher(value).find()) {
            throw new ConfigException(key + " has a secret, and flags can be seen by other users of this machine: set "
                    + ConfigSources.variableOf(key) + " or put it into a file for --config");
        }
    }

    /**
     * Refuses a value in which a config provider was to put something and did not.
     *
     * @throws ConfigException if there is one; it shows the reference only
     */
    static void requireResolved(String key, String value) {
        Matcher reference = REFERENCE.matcher(value);
        if (reference.find()) {
            throw new ConfigException(key + ": nothing was found for " + reference.group()
                    + "; is the entry there, and does config.providers name its provider?");
        }
    }

    /** An address or a list of them without user and password. */
    static String withoutUserInfo(String value) {
        return USER_INFO.matcher(value).replaceAll("://[hidden]@");
    }
}
