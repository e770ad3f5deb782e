package dev.kvlease.app.config;

import dev.kvlease.app.metrics.LeaseMeters;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Constants;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.streams.StreamsConfig;

/** The configuration of one process, checked. What it does not define passes through to every Kafka client. */
public final class KvleaseConfig extends AbstractConfig {
    private static final ConfigDef DEFINITION = ConfigKeys.definition();

    /** Properties that only serdes understand. */
    private static final List<String> SERDE_PREFIXES = List.of(
            "schema.registry.",
            "basic.auth.",
            "bearer.auth.",
            "auto.register.schemas",
            "use.latest.version",
            "specific.avro.reader",
            "key.subject.name.strategy",
            "value.subject.name.strategy");

    private static final String READ_COMMITTED = IsolationLevel.READ_COMMITTED.toString();
    private static final long COMMIT_INTERVAL_AT_LEAST_ONCE_MS = 10_000;
    private static final long COMMIT_INTERVAL_EXACTLY_ONCE_MS = 100;
    private static final int SESSION_TIMEOUT_MS = 10_000;
    private static final String CLASSIC = "classic";

    /**
     * Checks a configuration.
     *
     * @param properties what is configured, without defaults
     * @throws ConfigException if a key of kvlease is not known, a value is not valid, or a config provider has none
     */
    public KvleaseConfig(Map<String, String> properties) {
        super(DEFINITION, properties, false);
        properties.keySet().forEach(KvleaseConfig::checkOwnKey);
        originals().forEach((key, value) -> Secrets.requireResolved(key, String.valueOf(value)));
    }

    private static void checkOwnKey(String key) {
        if (key.startsWith(ConfigKeys.OWN_PREFIX) && !isDefined(key)) {
            throw new ConfigException("there is no key " + key + "; 'kvlease run --help-config' lists them all");
        }
    }

    static boolean isDefined(String key) {
        return DEFINITION.names().contains(key);
    }

    static ConfigDef keys() {
        return DEFINITION;
    }

    /**
     * The Kafka cluster.
     *
     * @return brokers as host:port
     * @throws ConfigException if it is not configured
     */
    public String bootstrapServers() {
        return required(ConfigKeys.BOOTSTRAP_SERVERS);
    }

    /**
     * The schema registry.
     *
     * @return its URL or URLs
     * @throws ConfigException if it is not configured
     */
    public String schemaRegistryUrl() {
        return required(ConfigKeys.SCHEMA_REGISTRY_URL);
    }

    private String required(String key) {
        String value = getString(key);
        if (value.isBlank()) {
            throw new ConfigException(key + " is not set: give --set " + key + "=…, " + ConfigSources.variableOf(key)
                    + ", or a file with --config");
        }
        return value;
    }

    /**
     * The name of a topic in the cluster.
     *
     * @param topic which
     * @return its name with the configured prefix
     */
    public String nameOf(Topic topic) {
        return topic.name(topicPrefix());
    }

    /**
     * What the names of topics start with.
     *
     * @return the prefix, perhaps empty
     */
    public String topicPrefix() {
        return getString(ConfigKeys.TOPIC_PREFIX);
    }

    /**
     * The operator's choices within the rules (V2 and V12).
     *
     * @return settings for the core, with the margin and drift of semantics.md
     */
    public Settings settings() {
        return new Settings(
                Constants.SAFETY_MARGIN_NS,
                Constants.DRIFT_PPM,
                ConfigKeys.EXPIRED.equalsIgnoreCase(getString(ConfigKeys.UNTRACKED_HOLDERS)),
                ConfigKeys.EXPIRED.equalsIgnoreCase(getString(ConfigKeys.MISSING_DEADLINE)));
    }

    /**
     * The user's own serde.
     *
     * @return its class, or empty for kvlease's own
     */
    public Optional<Class<?>> valueSerde() {
        return Optional.ofNullable(getClass(ConfigKeys.VALUE_SERDE));
    }

    /**
     * How long a stop may take.
     *
     * @return the time after which the process ends regardless
     */
    public Duration shutdownTimeout() {
        return Duration.ofMillis(getLong(ConfigKeys.SHUTDOWN_TIMEOUT_MS));
    }

    /**
     * How often the cluster is looked at.
     *
     * @return the time between two looks; zero for never
     */
    public Duration watchInterval() {
        return Duration.ofMillis(getLong(ConfigKeys.WATCH_INTERVAL_MS));
    }

    /**
     * Memory outside the heap for all local stores together.
     *
     * @return bytes
     */
    public long rocksDbMemoryBytes() {
        return getLong(ConfigKeys.ROCKSDB_MEMORY_BYTES);
    }

    /**
     * The HTTP surface.
     *
     * @return where it listens and who may ask; empty if it is switched off
     * @throws ConfigException if the token's file cannot be read or has no token
     */
    public Optional<HttpSettings> http() {
        int port = getInt(ConfigKeys.HTTP_PORT);
        return port == ConfigKeys.NO_HTTP
                ? Optional.empty()
                : Optional.of(new HttpSettings(getString(ConfigKeys.HTTP_HOST), port, httpToken()));
    }

    private Optional<String> httpToken() {
        String file = getString(ConfigKeys.HTTP_TOKEN_FILE);
        Optional<String> token = file.isBlank()
                ? Optional.ofNullable(getPassword(ConfigKeys.HTTP_TOKEN)).map(Password::value)
                : Optional.of(ConfigSources.readSecret(ConfigKeys.HTTP_TOKEN_FILE, Path.of(file)));
        token.filter(String::isBlank).ifPresent(empty -> {
            throw new ConfigException("the bearer token for HTTP is empty: give one, or leave " + ConfigKeys.HTTP_TOKEN
                    + " and " + ConfigKeys.HTTP_TOKEN_FILE + " out");
        });
        return token;
    }

    /**
     * How many holders and pairs have series of their own on the page of metrics.
     *
     * @return limits; 0 for none
     */
    public LeaseMeters.Limits metricsLimits() {
        return new LeaseMeters.Limits(getInt(ConfigKeys.METRICS_HOLDERS_MAX), getInt(ConfigKeys.METRICS_PAIRS_MAX));
    }

    /**
     * Tells whether verdicts are seen only once they are committed.
     *
     * @return true for exactly_once_v2
     */
    public boolean exactlyOnce() {
        return StreamsConfig.EXACTLY_ONCE_V2.equals(getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
    }

    /**
     * Tells whether the inputs are read as far as nobody's transaction is open there.
     *
     * @return true for exactly_once_v2, or if {@code isolation.level} says so
     */
    public boolean readsCommitted() {
        return exactlyOnce()
                || Stream.of(StreamsConfig.MAIN_CONSUMER_PREFIX, StreamsConfig.CONSUMER_PREFIX, "")
                        .map(prefix -> originals().get(prefix + ConsumerConfig.ISOLATION_LEVEL_CONFIG))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .filter(level -> READ_COMMITTED.equalsIgnoreCase(String.valueOf(level)))
                        .isPresent();
    }

    /**
     * Properties for a serde: all that is configured.
     *
     * @return a new map
     */
    public Map<String, Object> serdeProperties() {
        return new HashMap<>(originals());
    }

    /**
     * Properties for an admin client, a producer or a consumer: what is configured, less what is only for kvlease, its
     * serdes or Kafka Streams.
     *
     * @return a new map
     * @throws ConfigException if the cluster is not configured
     */
    public Map<String, Object> clientProperties() {
        Map<String, Object> properties = passedThrough();
        properties
                .keySet()
                .removeIf(key -> key.startsWith(StreamsConfig.CONSUMER_PREFIX)
                        || key.startsWith(StreamsConfig.PRODUCER_PREFIX)
                        || key.startsWith(StreamsConfig.ADMIN_CLIENT_PREFIX)
                        || key.startsWith(StreamsConfig.MAIN_CONSUMER_PREFIX)
                        || key.startsWith(StreamsConfig.RESTORE_CONSUMER_PREFIX)
                        || key.startsWith(StreamsConfig.GLOBAL_CONSUMER_PREFIX)
                        || key.startsWith(StreamsConfig.TOPIC_PREFIX)
                        || isStreamsKey(key));
        properties.putAll(originalsWithPrefix(StreamsConfig.ADMIN_CLIENT_PREFIX));
        properties.put(ConfigKeys.BOOTSTRAP_SERVERS, bootstrapServers());
        return properties;
    }

    /**
     * Properties for a consumer that reads for itself, in no group: what is configured, less what is only for kvlease, its
     * serdes or Kafka Streams.
     *
     * @return a new map
     * @throws ConfigException if the cluster is not configured
     */
    public Map<String, Object> consumerProperties() {
        Map<String, Object> properties = clientProperties();
        properties.putAll(originalsWithPrefix(StreamsConfig.CONSUMER_PREFIX));
        properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
        return properties;
    }

    /**
     * Properties for a producer of its own: what is configured, less what is only for kvlease, its serdes or Kafka Streams.
     *
     * @return a new map
     * @throws ConfigException if the cluster is not configured
     */
    public Map<String, Object> producerProperties() {
        Map<String, Object> properties = clientProperties();
        properties.putAll(originalsWithPrefix(StreamsConfig.PRODUCER_PREFIX));
        return properties;
    }

    private static boolean isStreamsKey(String key) {
        return StreamsConfig.configDef().names().contains(key)
                && !org.apache.kafka.clients.admin.AdminClientConfig.configNames()
                        .contains(key);
    }

    /**
     * Properties for Kafka Streams: our defaults and what is configured.
     *
     * @return new properties, without the names of classes that the topology adds
     * @throws ConfigException if the cluster is not configured
     */
    public Properties streamsProperties() {
        Properties properties = new Properties();
        values().forEach((key, value) -> {
            if (value != null && !(value instanceof Password) && !isOwn(key)) {
                properties.put(key, value);
            }
        });
        properties.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                exactlyOnce() ? COMMIT_INTERVAL_EXACTLY_ONCE_MS : COMMIT_INTERVAL_AT_LEAST_ONCE_MS);
        if (CLASSIC.equalsIgnoreCase(getString(StreamsConfig.GROUP_PROTOCOL_CONFIG))) {
            properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
        }
        properties.putAll(passedThrough());
        properties.put(ConfigKeys.BOOTSTRAP_SERVERS, bootstrapServers());
        return properties;
    }

    private Map<String, Object> passedThrough() {
        Map<String, Object> properties = new HashMap<>(originals());
        properties.keySet().removeIf(KvleaseConfig::isOwn);
        return properties;
    }

    private static boolean isOwn(String key) {
        return key.startsWith(ConfigKeys.OWN_PREFIX) || SERDE_PREFIXES.stream().anyMatch(key::startsWith);
    }

    /**
     * What is configured, for people: secrets and the user info of URLs are masked.
     *
     * @return keys and values, sorted
     */
    public Map<String, String> printable() {
        Map<String, String> shown = new TreeMap<>();
        originals().forEach((key, value) -> shown.put(key, mask(key, String.valueOf(value))));
        return shown;
    }

    private static String mask(String key, String value) {
        return ConfigKeys.isSecret(key) ? "[hidden]" : Secrets.withoutUserInfo(value);
    }
}
