package dev.kvlease.schemas.registry;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/**
 * How to reach a schema registry, with Confluent's keys. Each key may also carry the prefix {@value #PREFIX}, which then
 * wins; TLS keys need the prefix, because without it they are Kafka's own.
 */
public final class RegistryConfig extends AbstractConfig {
    /** Prefix that sets a key apart from the Kafka client's own. */
    public static final String PREFIX = "schema.registry.";

    /** Addresses of the registry. */
    public static final String URL = "schema.registry.url";

    /** Where the credentials of HTTP basic authentication come from. */
    public static final String BASIC_SOURCE = "basic.auth.credentials.source";

    /** Credentials of HTTP basic authentication. */
    public static final String BASIC_USER_INFO = "basic.auth.user.info";

    /** Where a bearer token comes from. */
    public static final String BEARER_SOURCE = "bearer.auth.credentials.source";

    /** The bearer token. */
    public static final String BEARER_TOKEN = "bearer.auth.token";

    /** The Kafka client's JAAS entry, for inherited credentials. */
    public static final String SASL_JAAS_CONFIG = "sasl.jaas.config";

    /** Host of an HTTP proxy. */
    public static final String PROXY_HOST = "proxy.host";

    /** Port of an HTTP proxy. */
    public static final String PROXY_PORT = "proxy.port";

    /** Patience for a connection. */
    public static final String CONNECT_TIMEOUT_MS = "http.connect.timeout.ms";

    /** Patience for an answer. */
    public static final String READ_TIMEOUT_MS = "http.read.timeout.ms";

    /** Rounds after the first. */
    public static final String MAX_RETRIES = "max.retries";

    /** First pause between rounds. */
    public static final String RETRIES_WAIT_MS = "retries.wait.ms";

    /** Longest pause between rounds. */
    public static final String RETRIES_MAX_WAIT_MS = "retries.max.wait.ms";

    private static final String MOCK = "mock://";

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    URL,
                    ConfigDef.Type.LIST,
                    ConfigDef.NO_DEFAULT_VALUE,
                    Importance.HIGH,
                    "Schema registry addresses, comma-separated; all are tried. http://, https://, or mock://SCOPE for"
                            + " one in this process.")
            .define(
                    BASIC_SOURCE,
                    ConfigDef.Type.STRING,
                    "URL",
                    Importance.MEDIUM,
                    "Where basic-auth credentials come from: URL (user:password@ in the address), USER_INFO (from "
                            + BASIC_USER_INFO + ") or SASL_INHERIT (from " + SASL_JAAS_CONFIG + ").")
            .define(
                    BASIC_USER_INFO,
                    ConfigDef.Type.PASSWORD,
                    "",
                    Importance.MEDIUM,
                    "user:password for " + BASIC_SOURCE + "=USER_INFO.")
            .define(
                    BEARER_SOURCE,
                    ConfigDef.Type.STRING,
                    "",
                    Importance.MEDIUM,
                    "STATIC_TOKEN sends the token of " + BEARER_TOKEN + "; empty sends none.")
            .define(
                    BEARER_TOKEN,
                    ConfigDef.Type.PASSWORD,
                    "",
                    Importance.MEDIUM,
                    "Bearer token for the schema registry.")
            .define(
                    SASL_JAAS_CONFIG,
                    ConfigDef.Type.PASSWORD,
                    null,
                    Importance.LOW,
                    "The Kafka client's JAAS entry; its username and password serve " + BASIC_SOURCE + "=SASL_INHERIT.")
            .define(
                    PROXY_HOST,
                    ConfigDef.Type.STRING,
                    "",
                    Importance.LOW,
                    "Host of an HTTP proxy to the schema registry.")
            .define(PROXY_PORT, ConfigDef.Type.INT, -1, Importance.LOW, "Port of that proxy.")
            .define(
                    CONNECT_TIMEOUT_MS,
                    ConfigDef.Type.INT,
                    10_000,
                    Range.atLeast(1),
                    Importance.LOW,
                    "Patience for a connection to the schema registry, in milliseconds.")
            .define(
                    READ_TIMEOUT_MS,
                    ConfigDef.Type.INT,
                    20_000,
                    Range.atLeast(1),
                    Importance.LOW,
                    "Patience for an answer of the schema registry, in milliseconds.")
            .define(
                    MAX_RETRIES,
                    ConfigDef.Type.INT,
                    3,
                    Range.atLeast(0),
                    Importance.LOW,
                    "Further rounds over all addresses after connection errors and HTTP 408, 429 and 5xx.")
            .define(
                    RETRIES_WAIT_MS,
                    ConfigDef.Type.INT,
                    200,
                    Range.atLeast(0),
                    Importance.LOW,
                    "Pause before the second round, in milliseconds; doubled before each further one, with jitter.")
            .define(
                    RETRIES_MAX_WAIT_MS,
                    ConfigDef.Type.INT,
                    5_000,
                    Range.atLeast(0),
                    Importance.LOW,
                    "Longest pause between two rounds, in milliseconds.");

    /**
     * Reads client properties.
     *
     * @param configs any client properties; keys that are not the registry's are ignored
     * @throws ConfigException if a key is missing or has a value that cannot be used
     */
    public RegistryConfig(Map<String, ?> configs) {
        super(DEFINITION, withoutPrefix(configs), false);
        List<String> urls = getList(URL);
        if (urls.isEmpty()) {
            throw new ConfigException(URL + " is empty: give at least one address, for example http://localhost:8081");
        }
        if (urls.size() > 1 && urls.stream().anyMatch(url -> url.startsWith(MOCK))) {
            throw new ConfigException(URL + ": mock:// cannot be mixed with other addresses");
        }
    }

    /**
     * The keys with their types, defaults and documentation.
     *
     * @return a copy
     */
    public static ConfigDef definition() {
        return new ConfigDef(DEFINITION);
    }

    /**
     * The scope of a registry in this process.
     *
     * @return what follows {@code mock://}, or empty if the registry is a real one
     */
    Optional<String> mockScope() {
        String url = getList(URL).get(0);
        return url.startsWith(MOCK) ? Optional.of(url.substring(MOCK.length())) : Optional.empty();
    }

    /**
     * The registry's addresses, credentials included where the user wrote them there.
     *
     * @return absolute HTTP addresses without a trailing slash
     */
    List<URI> urls() {
        return getList(URL).stream().map(RegistryConfig::url).toList();
    }

    private static URI url(String text) {
        URI uri;
        try {
            uri = URI.create(text.trim().replaceAll("/+$", ""));
        } catch (IllegalArgumentException e) {
            // the cause repeats the text, which may hold a password
            throw new ConfigException(URL + ": an address is not a valid URL");
        }
        boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        if (!http || uri.getHost() == null) {
            throw new ConfigException(URL + ": an address must look like http://host:port or https://host:port");
        }
        return uri;
    }

    private static Map<String, Object> withoutPrefix(Map<String, ?> configs) {
        Map<String, Object> known = new HashMap<>();
        for (String key : DEFINITION.names()) {
            Object prefixed = configs.get(PREFIX + key);
            Object value = prefixed == null ? configs.get(key) : prefixed;
            if (value != null) {
                known.put(key, value);
            }
        }
        configs.forEach((key, value) -> {
            // with the providers, values like ${env:REGISTRY_AUTH} mean here what they mean to Kafka's clients
            if (key.startsWith(PREFIX + "ssl.") || key.startsWith(CONFIG_PROVIDERS_CONFIG)) {
                known.put(key, value);
            }
        });
        return known;
    }
}
