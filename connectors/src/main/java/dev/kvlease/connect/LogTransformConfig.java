package dev.kvlease.connect;

import dev.kvlease.logs.LogOptions;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/** What the log transformation is told. */
final class LogTransformConfig extends AbstractConfig {
    static final String ENGINE = "engine";
    static final String LINE_FIELD = "line.field";
    static final String ENGINE_PREFIX = "engine.prefix";
    static final String ALIASES = "engine.aliases";
    static final String ZONE = "zone";
    static final String FIRST_YEAR = "first.year";
    static final String FOLD_MS = "fold.within.ms";
    static final String NOTICE_DELAY_MS = "notice.delay.ms";
    static final String SIGHTINGS = "sightings.topic";
    static final String PENDING = "pending.max.records";

    private static final long NOT_TOLD = -1;
    private static final String ALIAS_SHAPE =
            "expected NAME=ENGINE, for example 3f0c-11=decode-0: the id that lines have, and the engine's name";

    static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    ENGINE,
                    ConfigDef.Type.STRING,
                    "",
                    Importance.HIGH,
                    "The engine whose log it is, unless a line names its pod or container. Empty: the record's key.")
            .define(
                    LINE_FIELD,
                    ConfigDef.Type.STRING,
                    "",
                    Importance.HIGH,
                    "Field of the value that has the line, if the value is a struct or a map. Empty if the value is the line,"
                            + " plain or as a JSON object.")
            .define(
                    ENGINE_PREFIX,
                    ConfigDef.Type.STRING,
                    "log:",
                    Importance.MEDIUM,
                    "Put before engines' names in records: a log's clock is the wall clock, and must never be mixed with what"
                            + " an engine sends itself.")
            .define(
                    ALIASES,
                    ConfigDef.Type.LIST,
                    List.of(),
                    (key, value) -> aliases(key, SourceConfig.strings(value)),
                    Importance.MEDIUM,
                    "Other names of engines, such as the ids that lines have, comma-separated, each as NAME=ENGINE.")
            .define(
                    ZONE,
                    ConfigDef.Type.STRING,
                    "UTC",
                    LogTransformConfig::zone,
                    Importance.MEDIUM,
                    "Time zone of stamps without one; vLLM writes local time.")
            .define(
                    FIRST_YEAR,
                    ConfigDef.Type.INT,
                    0,
                    LogTransformConfig::year,
                    Importance.LOW,
                    "Year of the first stamp without one, for logs of the past. 0: the latest year in which it is not in the"
                            + " future.")
            .define(
                    FOLD_MS,
                    ConfigDef.Type.LONG,
                    LogOptions.DEFAULT.foldWithin().toMillis(),
                    Range.between(0, Duration.ofHours(1).toMillis()),
                    Importance.LOW,
                    "How far apart in time the same fact of one engine is still one: each rank says it once.")
            .define(
                    NOTICE_DELAY_MS,
                    ConfigDef.Type.LONG,
                    NOT_TOLD,
                    Range.between(NOT_TOLD, LogOptions.LONGEST_NOTICE_DELAY.toMillis()),
                    Importance.MEDIUM,
                    "How long at most the notice of a completed read takes to reach the holder's log. -1 if nobody can say:"
                            + " then no read is judged from logs.")
            .define(
                    SourceConfig.TOPIC_PREFIX,
                    ConfigDef.Type.STRING,
                    SourceConfig.DEFAULT_TOPIC_PREFIX,
                    Importance.MEDIUM,
                    SourceConfig.TOPIC_PREFIX_DOC)
            .define(
                    SIGHTINGS,
                    ConfigDef.Type.STRING,
                    "",
                    Importance.MEDIUM,
                    "Kafka topic for lease facts that are no record, as JSON. Empty to only count them.")
            .define(
                    PENDING,
                    ConfigDef.Type.INT,
                    10_000,
                    Range.atLeast(1),
                    Importance.LOW,
                    "How many records may wait for lines to go out with. With so many waiting, lines are skipped.");

    LogTransformConfig(Map<String, ?> given) {
        super(DEFINITION, given, false);
    }

    LogOptions options() {
        int year = getInt(FIRST_YEAR);
        long delayMs = getLong(NOTICE_DELAY_MS);
        return new LogOptions(
                ZoneId.of(getString(ZONE)),
                year == 0 ? OptionalInt.empty() : OptionalInt.of(year),
                Map.of(),
                aliases(ALIASES, getList(ALIASES)),
                Duration.ofMillis(getLong(FOLD_MS)),
                delayMs == NOT_TOLD ? Optional.empty() : Optional.of(Duration.ofMillis(delayMs)));
    }

    /** A setting that may be left out. */
    Optional<String> told(String key) {
        return Optional.of(getString(key)).filter(text -> !text.isBlank());
    }

    private static Map<String, String> aliases(String key, List<String> entries) {
        Map<String, String> aliases = new HashMap<>();
        for (String entry : entries) {
            int equals = entry.lastIndexOf('=');
            if (equals < 1 || equals == entry.length() - 1) {
                throw new ConfigException(key, entry, ALIAS_SHAPE);
            }
            String name = entry.substring(0, equals).trim();
            if (aliases.put(name, entry.substring(equals + 1).trim()) != null) {
                throw new ConfigException(key, entry, name + " is given twice");
            }
        }
        return aliases;
    }

    private static void zone(String key, Object value) {
        try {
            ZoneId.of(String.valueOf(value));
        } catch (DateTimeException e) {
            throw new ConfigException(key, value, "expected a time zone, such as Europe/Berlin or +02:00");
        }
    }

    private static void year(String key, Object value) {
        int year = (Integer) value;
        if (year == 0) {
            return;
        }
        try {
            LogOptions.DEFAULT.withFirstYear(year);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(key, value, e.getMessage());
        }
    }
}
