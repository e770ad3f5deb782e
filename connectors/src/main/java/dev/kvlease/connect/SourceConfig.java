package dev.kvlease.connect;

import dev.kvlease.connect.order.Limits;
import dev.kvlease.schemas.TopicNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** What the source is told. */
final class SourceConfig extends AbstractConfig {
    static final String ENGINES = "engines";
    static final String SUBSCRIPTION = "zmq.topic";
    static final String TOPIC_PREFIX = "topic.prefix";
    static final String DEAD_LETTERS = "dead.letters.topic";
    static final String ANSWER_TIMEOUT_MS = "replay.answer.timeout.ms";
    static final String HOLE_TIMEOUT_MS = "hole.timeout.ms";
    static final String IDLE_PROBE_MS = "idle.probe.ms";
    static final String WAITING_BATCHES = "waiting.max.batches";
    static final String WAITING_BYTES = "waiting.max.bytes";
    static final String POLL_BATCHES = "poll.max.batches";

    static final String DEFAULT_TOPIC_PREFIX = TopicNames.DEFAULT_PREFIX;
    static final String TOPIC_PREFIX_DOC = "Prefix of the Kafka topics; must be that of the kvlease application.";

    /** Connect's own setting, which this connector follows. */
    static final String TOLERANCE = "errors.tolerance";

    private static final String TOLERATE_ALL = "all";
    private static final long NS_PER_MS = 1_000_000;

    static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    ENGINES,
                    ConfigDef.Type.LIST,
                    ConfigDef.NO_DEFAULT_VALUE,
                    (key, value) -> EngineAddress.all(key, strings(value)),
                    Importance.HIGH,
                    "Engines to follow, comma-separated, each as ENGINE=ADDRESS;REPLAY_ADDRESS: the engine's id in records,"
                            + " the address of its event socket and of its replay socket. Data-parallel ranks are engines"
                            + " of their own, at ports one above the other. Without a replay address holes cannot be"
                            + " healed.")
            .define(
                    SUBSCRIPTION,
                    ConfigDef.Type.STRING,
                    "",
                    Importance.MEDIUM,
                    "What the first frame of a message must begin with. Empty for all messages.")
            .define(TOPIC_PREFIX, ConfigDef.Type.STRING, DEFAULT_TOPIC_PREFIX, Importance.MEDIUM, TOPIC_PREFIX_DOC)
            .define(
                    DEAD_LETTERS,
                    ConfigDef.Type.STRING,
                    "",
                    Importance.MEDIUM,
                    "Kafka topic for payloads that cannot be read, with errors.tolerance=all. Empty to drop them with a"
                            + " warning. With errors.tolerance=none the task fails at the first.")
            .define(
                    ANSWER_TIMEOUT_MS,
                    ConfigDef.Type.LONG,
                    2_000L,
                    Range.atLeast(10),
                    Importance.LOW,
                    "After this long without a word from the replay socket it is asked again.")
            .define(
                    HOLE_TIMEOUT_MS,
                    ConfigDef.Type.LONG,
                    10_000L,
                    Range.atLeast(10),
                    Importance.MEDIUM,
                    "After this long a hole is left as it is and what waits behind it is handed on.")
            .define(
                    IDLE_PROBE_MS,
                    ConfigDef.Type.LONG,
                    30_000L,
                    Range.atLeast(0),
                    Importance.LOW,
                    "After this long without a batch the replay socket is asked whether one was missed. 0 for never.")
            .define(
                    WAITING_BATCHES,
                    ConfigDef.Type.INT,
                    10_000,
                    Range.atLeast(1),
                    Importance.LOW,
                    "How many batches of an engine may wait behind a hole.")
            .define(
                    WAITING_BYTES,
                    ConfigDef.Type.LONG,
                    64L << 20,
                    Range.atLeast(1),
                    Importance.LOW,
                    "How many bytes of an engine's batches may wait behind a hole.")
            .define(
                    POLL_BATCHES,
                    ConfigDef.Type.INT,
                    500,
                    Range.atLeast(1),
                    Importance.LOW,
                    "How many batches of an engine are handed to Connect at once.");

    SourceConfig(Map<String, String> given) {
        super(DEFINITION, given, false);
    }

    List<EngineAddress> engines() {
        return EngineAddress.all(ENGINES, getList(ENGINES));
    }

    Limits limits(EngineAddress engine) {
        return new Limits(
                engine.replay().isPresent(),
                getLong(ANSWER_TIMEOUT_MS) * NS_PER_MS,
                getLong(HOLE_TIMEOUT_MS) * NS_PER_MS,
                getLong(IDLE_PROBE_MS) * NS_PER_MS,
                getInt(WAITING_BATCHES),
                getLong(WAITING_BYTES));
    }

    boolean toleratesErrors() {
        return TOLERATE_ALL.equalsIgnoreCase(String.valueOf(originals().get(TOLERANCE)));
    }

    Optional<String> deadLetters() {
        return Optional.of(getString(DEAD_LETTERS)).filter(topic -> !topic.isBlank());
    }

    static List<String> strings(Object value) {
        return ((List<?>) value).stream().map(String::valueOf).toList();
    }
}
