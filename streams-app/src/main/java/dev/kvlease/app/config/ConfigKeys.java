package dev.kvlease.app.config;

import dev.kvlease.schemas.TopicNames;
import java.util.Locale;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.streams.StreamsConfig;

/** Every key that kvlease defines or gives a default of its own, with its documentation: the one place for both. */
public final class ConfigKeys {
    /** Keys with this prefix are kvlease's own and are passed to no Kafka client. */
    public static final String OWN_PREFIX = "kvlease.";

    /** {@value}. */
    public static final String BOOTSTRAP_SERVERS = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;

    /** {@value}. */
    public static final String SCHEMA_REGISTRY_URL = "schema.registry.url";

    /** {@value}. */
    public static final String TOPIC_PREFIX = "kvlease.topic.prefix";

    /** {@value}. */
    public static final String UNTRACKED_HOLDERS = "kvlease.untracked.holders";

    /** {@value}. */
    public static final String MISSING_DEADLINE = "kvlease.missing.deadline";

    /** {@value}. */
    public static final String MISSING_STATE = "kvlease.missing.state";

    /** {@value}. */
    public static final String VALUE_SERDE = "kvlease.value.serde";

    /** {@value}. */
    public static final String SHUTDOWN_TIMEOUT_MS = "kvlease.shutdown.timeout.ms";

    /** {@value}. */
    public static final String ROCKSDB_MEMORY_BYTES = "kvlease.rocksdb.memory.bytes";

    /** {@value}. */
    public static final String HTTP_HOST = "kvlease.http.host";

    /** {@value}. */
    public static final String HTTP_PORT = "kvlease.http.port";

    /** {@value}. */
    public static final String HTTP_TOKEN = "kvlease.http.token";

    /** {@value}. */
    public static final String HTTP_TOKEN_FILE = "kvlease.http.token.file";

    /** {@value}. */
    public static final String WATCH_INTERVAL_MS = "kvlease.watch.interval.ms";

    /** The value of {@link #HTTP_PORT} for no HTTP. */
    public static final int NO_HTTP = -1;

    /** {@value}. */
    public static final String METRICS_HOLDERS_MAX = "kvlease.metrics.holders.max";

    /** {@value}. */
    public static final String METRICS_PAIRS_MAX = "kvlease.metrics.pairs.max";

    /** Most that {@link #METRICS_HOLDERS_MAX} and {@link #METRICS_PAIRS_MAX} may be. */
    public static final int METRICS_SERIES_MAX = 10_000;

    /** The value of {@link #UNTRACKED_HOLDERS} that lets V12 to V19 decide. */
    public static final String LENIENT = "lenient";

    /** The value of {@link #MISSING_DEADLINE} that answers READABLE. */
    public static final String READABLE = "readable";

    /** The value of both {@link #UNTRACKED_HOLDERS} and {@link #MISSING_DEADLINE} that answers EXPIRED. */
    public static final String EXPIRED = "expired";

    /** The value of {@link #MISSING_STATE} that does not start. */
    public static final String REFUSE = "refuse";

    /** The value of {@link #MISSING_STATE} that starts with nothing remembered. */
    public static final String ACCEPT = "accept";

    /** A new application reads all records that are there. */
    public static final String EARLIEST = "earliest";

    /** A new application reads only records that come later. */
    public static final String LATEST = "latest";

    static final String LINGER_MS = StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG);
    static final String BATCH_SIZE = StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG);
    static final String COMPRESSION = StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG);
    static final String MAX_POLL_RECORDS = StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG);

    /** Where a new application starts to read: {@link #EARLIEST} or {@link #LATEST}. */
    public static final String AUTO_OFFSET_RESET =
            StreamsConfig.mainConsumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG);

    private ConfigKeys() {}

    /**
     * All keys with types, defaults, checks and documentation.
     *
     * @return a new definition
     */
    public static ConfigDef definition() {
        ConfigDef def = new ConfigDef();
        defineConnection(def);
        defineRules(def);
        defineProcessing(def);
        defineState(def);
        defineLatency(def);
        defineHttp(def);
        defineMetrics(def);
        defineSecrets(def);
        return def;
    }

    private static void defineConnection(ConfigDef def) {
        def.define(
                BOOTSTRAP_SERVERS,
                ConfigDef.Type.STRING,
                "",
                Importance.HIGH,
                "Brokers of the Kafka cluster, as host:port with commas between. Needed by every verb that talks to a"
                        + " cluster.");
        def.define(
                SCHEMA_REGISTRY_URL,
                ConfigDef.Type.STRING,
                "",
                Importance.HIGH,
                "Base URL of the schema registry (Confluent's REST API), for example http://localhost:8081; several"
                        + " with commas between. The other schema.registry.* keys are those of Confluent's clients.");
        def.define(
                TOPIC_PREFIX,
                ConfigDef.Type.STRING,
                TopicNames.DEFAULT_PREFIX,
                ConfigDef.LambdaValidator.with(ConfigKeys::checkTopicPrefix, () -> "letters, digits, '.', '_' and '-'"),
                Importance.HIGH,
                "What the names of all topics start with.");
        def.define(
                VALUE_SERDE,
                ConfigDef.Type.CLASS,
                null,
                Importance.LOW,
                "A Serde class to read and write values with, in place of kvlease's own; for example Confluent's"
                        + " SpecificAvroSerde, whose jar must then be on the class path. It gets all properties.");
    }

    private static void checkTopicPrefix(String name, Object value) {
        if (!((String) value).matches("[a-zA-Z0-9._-]{0,200}")) {
            throw new ConfigException(name, value, "a topic name has only letters, digits, '.', '_' and '-'");
        }
    }

    private static void defineRules(ConfigDef def) {
        def.define(
                UNTRACKED_HOLDERS,
                ConfigDef.Type.STRING,
                LENIENT,
                ConfigDef.CaseInsensitiveValidString.in(LENIENT, EXPIRED),
                Importance.HIGH,
                "Rule V2, reads of a holder that sends no lease events: 'lenient' decides by the deadline in the"
                        + " intent, 'expired' answers EXPIRED.");
        def.define(
                MISSING_DEADLINE,
                ConfigDef.Type.STRING,
                READABLE,
                ConfigDef.CaseInsensitiveValidString.in(READABLE, EXPIRED),
                Importance.HIGH,
                "Rule V12, an intent without expiry_ns for a holder that sends no lease events: 'readable' or"
                        + " 'expired'.");
    }

    private static void defineProcessing(ConfigDef def) {
        def.define(
                StreamsConfig.APPLICATION_ID_CONFIG,
                ConfigDef.Type.STRING,
                "kvlease",
                Importance.HIGH,
                "Name of the application: consumer group, prefix of internal topics and of transactional ids. All"
                        + " instances that share the work have the same.");
        def.define(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                ConfigDef.Type.STRING,
                StreamsConfig.AT_LEAST_ONCE,
                ConfigDef.ValidString.in(StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2),
                Importance.HIGH,
                "at_least_once: a verdict is seen as soon as it is written, and repeated after a crash."
                        + " exactly_once_v2: readers with isolation.level=read_committed see each verdict once, up to"
                        + " commit.interval.ms late.");
        def.define(
                StreamsConfig.NUM_STREAM_THREADS_CONFIG,
                ConfigDef.Type.INT,
                1,
                ConfigDef.Range.atLeast(1),
                Importance.MEDIUM,
                "Threads of this instance. More than the input topics have partitions, over all instances, are idle.");
        def.define(
                StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG,
                ConfigDef.Type.INT,
                0,
                ConfigDef.Range.atLeast(0),
                Importance.MEDIUM,
                "Copies of the state that other instances keep warm; 1 makes a fail-over quick once there are two"
                        + " instances.");
        def.define(
                StreamsConfig.GROUP_PROTOCOL_CONFIG,
                ConfigDef.Type.STRING,
                "classic",
                ConfigDef.CaseInsensitiveValidString.in("classic", "streams"),
                Importance.LOW,
                "Rebalance protocol; 'streams' needs brokers that support it and takes the number of standbys from the"
                        + " group's configuration on the broker.");
        def.define(
                ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
                ConfigDef.Type.INT,
                null,
                Importance.MEDIUM,
                "How long an instance that was killed is waited for before others take its partitions, in "
                        + "ms; until then its holders' readers wait or recompute. Default 10000, and with "
                        + "group.protocol=streams what the broker says. Make it longer where instances come back "
                        + "under their name (group.instance.id), or where pauses of the network or the garbage "
                        + "collector are.");
        def.define(
                StreamsConfig.MAX_TASK_IDLE_MS_CONFIG,
                ConfigDef.Type.LONG,
                0L,
                Importance.LOW,
                "How long a partition waits for an input that has no records ready, in ms; 0 waits only for records"
                        + " that the broker is known to have, so that after a pause the four inputs are taken in the"
                        + " order of their time stamps.");
        def.define(
                AUTO_OFFSET_RESET,
                ConfigDef.Type.STRING,
                EARLIEST,
                ConfigDef.ValidString.in(EARLIEST, LATEST),
                Importance.LOW,
                "Where a new application starts to read the inputs.");
        def.define(
                StreamsConfig.REPLICATION_FACTOR_CONFIG,
                ConfigDef.Type.INT,
                -1,
                Importance.MEDIUM,
                "Replication factor of the changelog topics, and of topics that 'topics create' makes; -1 is the"
                        + " broker's default.");
    }

    private static void defineState(ConfigDef def) {
        def.define(
                StreamsConfig.STATE_DIR_CONFIG,
                ConfigDef.Type.STRING,
                defaultStateDir(),
                Importance.HIGH,
                "Directory of the local state. If it is lost it is read back from the changelog topics. Two instances"
                        + " on one machine need two.");
        def.define(
                ROCKSDB_MEMORY_BYTES,
                ConfigDef.Type.LONG,
                128L << 20,
                ConfigDef.Range.atLeast(8L << 20),
                Importance.MEDIUM,
                "Memory outside the heap for all local stores together, block cache and write buffers, in bytes.");
        def.define(
                MISSING_STATE,
                ConfigDef.Type.STRING,
                REFUSE,
                ConfigDef.CaseInsensitiveValidString.in(REFUSE, ACCEPT),
                Importance.LOW,
                "The changelog topic is gone although records have been consumed: 'refuse' to start, or 'accept' that"
                        + " nothing is remembered of them; for the first start after the inputs were set back"
                        + " (docs/operations.md).");
        def.define(
                WATCH_INTERVAL_MS,
                ConfigDef.Type.LONG,
                10_000L,
                ConfigDef.Range.atLeast(0),
                Importance.LOW,
                "How often the cluster is asked whether a topic that is written to was deleted, and whether an input stands"
                        + " still behind an open transaction, in ms; 0 for never. The second takes three looks to be"
                        + " told.");
        def.define(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                ConfigDef.Type.LONG,
                null,
                Importance.MEDIUM,
                "How often progress is committed, in ms: what is processed again after a crash, and with"
                        + " exactly_once_v2 how late a verdict is seen. Default 10000 with at_least_once and 100 with"
                        + " exactly_once_v2.");
    }

    private static String defaultStateDir() {
        return System.getProperty("user.home") + "/.kvlease/state";
    }

    private static void defineLatency(ConfigDef def) {
        def.define(
                LINGER_MS,
                ConfigDef.Type.LONG,
                2L,
                ConfigDef.Range.atLeast(0),
                Importance.MEDIUM,
                "How long a verdict waits for others to share a request with, in ms.");
        def.define(
                BATCH_SIZE,
                ConfigDef.Type.INT,
                64 << 10,
                ConfigDef.Range.atLeast(0),
                Importance.LOW,
                "What is sent to one partition at once at most, in bytes; nothing waits for it longer than"
                        + " producer.linger.ms.");
        def.define(
                COMPRESSION,
                ConfigDef.Type.STRING,
                "lz4",
                Importance.LOW,
                "Compression of what the application writes: none, lz4, zstd, snappy or gzip.");
        def.define(
                MAX_POLL_RECORDS,
                ConfigDef.Type.INT,
                2000,
                ConfigDef.Range.atLeast(1),
                Importance.LOW,
                "Records taken at once from the inputs.");
        def.define(
                SHUTDOWN_TIMEOUT_MS,
                ConfigDef.Type.LONG,
                30_000L,
                ConfigDef.Range.atLeast(0),
                Importance.LOW,
                "How long a stop may take before the process ends regardless, in ms; nothing is lost by that.");
    }

    private static void defineHttp(ConfigDef def) {
        def.define(
                HTTP_PORT,
                ConfigDef.Type.INT,
                7480,
                ConfigDef.Range.between(NO_HTTP, 65_535),
                Importance.MEDIUM,
                "Port of health, metrics and questions about the state; 0 for any that is free, -1 for none.");
        def.define(
                HTTP_HOST,
                ConfigDef.Type.STRING,
                "127.0.0.1",
                Importance.MEDIUM,
                "Address to listen on; 0.0.0.0 for all of this machine. Whoever can reach it can read the state, unless"
                        + " a token is set.");
        def.define(
                StreamsConfig.APPLICATION_SERVER_CONFIG,
                ConfigDef.Type.STRING,
                "",
                Importance.MEDIUM,
                "Where other instances reach this one's HTTP port, as host:port, to ask it about the holders it has. The"
                        + " default is what it listens on, or this machine's address; on several machines set"
                        + " kvlease.http.host, and this too where the two differ.");
        def.define(
                HTTP_TOKEN,
                ConfigDef.Type.PASSWORD,
                null,
                Importance.MEDIUM,
                "Bearer token that callers of everything but /health must send; the same on all instances. Never printed."
                        + " Not taken from a flag, which others can see.");
        def.define(
                HTTP_TOKEN_FILE,
                ConfigDef.Type.STRING,
                "",
                Importance.MEDIUM,
                "File with the bearer token, for secrets that are mounted.");
    }

    private static void defineMetrics(ConfigDef def) {
        def.define(
                METRICS_HOLDERS_MAX,
                ConfigDef.Type.INT,
                0,
                ConfigDef.Range.between(0, METRICS_SERIES_MAX),
                Importance.LOW,
                "How many holders of this instance have series of their own on /metrics; 0 for none. Each costs three.");
        def.define(
                METRICS_PAIRS_MAX,
                ConfigDef.Type.INT,
                0,
                ConfigDef.Range.between(0, METRICS_SERIES_MAX),
                Importance.LOW,
                "How many pairs of holder and reader of this instance have series of their own on /metrics; 0 for none."
                        + " Each costs two.");
    }

    private static void defineSecrets(ConfigDef def) {
        secret(def, SaslConfigs.SASL_JAAS_CONFIG, "Login of Kafka clients.");
        secret(def, SslConfigs.SSL_KEYSTORE_PASSWORD_CONFIG, "Password of the key store.");
        secret(def, SslConfigs.SSL_KEY_PASSWORD_CONFIG, "Password of the private key.");
        secret(def, SslConfigs.SSL_TRUSTSTORE_PASSWORD_CONFIG, "Password of the trust store.");
        secret(def, SslConfigs.SSL_KEYSTORE_KEY_CONFIG, "Private key in PEM.");
        secret(def, "basic.auth.user.info", "user:password for the schema registry.");
        secret(def, "schema.registry.basic.auth.user.info", "user:password for the schema registry.");
        secret(def, "bearer.auth.token", "Token for the schema registry.");
    }

    private static void secret(ConfigDef def, String key, String doc) {
        def.define(key, ConfigDef.Type.PASSWORD, null, Importance.MEDIUM, doc + " Never printed.");
    }

    /**
     * Tells whether a value must not be shown: a defined secret, or any property that sounds like one.
     *
     * @param key a property's name
     * @return true if its value must not be printed
     */
    public static boolean isSecret(String key) {
        String name = key.toLowerCase(Locale.ROOT);
        return name.contains("password")
                || name.contains("secret")
                || name.contains("token")
                || name.contains("jaas")
                || name.contains("user.info")
                || name.contains("credential")
                || name.endsWith(".key")
                || name.endsWith(".keystore.key");
    }
}
