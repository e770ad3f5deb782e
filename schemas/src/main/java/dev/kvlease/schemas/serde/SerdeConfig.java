package dev.kvlease.schemas.serde;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** How records meet their schemas, with Confluent's keys; how to reach the registry is {@code RegistryConfig}'s. */
public final class SerdeConfig extends AbstractConfig {
    /** Whether a writer registers its schema. */
    public static final String AUTO_REGISTER = "auto.register.schemas";

    /** Whether a writer writes in the subject's newest schema. */
    public static final String USE_LATEST = "use.latest.version";

    /** Whether the registry compares normalized schemas. */
    public static final String NORMALIZE = "normalize.schemas";

    /** Subjects of keys. */
    public static final String KEY_NAMING = "key.subject.name.strategy";

    /** Subjects of values. */
    public static final String VALUE_NAMING = "value.subject.name.strategy";

    /** Accepted, so that existing properties work. */
    public static final String SPECIFIC_READER = "specific.avro.reader";

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    AUTO_REGISTER,
                    ConfigDef.Type.BOOLEAN,
                    true,
                    Importance.MEDIUM,
                    "Whether a serializer registers its schema if the subject does not have it.")
            .define(
                    USE_LATEST,
                    ConfigDef.Type.BOOLEAN,
                    false,
                    Importance.MEDIUM,
                    "Whether a serializer writes in the newest schema of the subject instead of its own; needs "
                            + AUTO_REGISTER + "=false.")
            .define(
                    NORMALIZE,
                    ConfigDef.Type.BOOLEAN,
                    false,
                    Importance.LOW,
                    "Whether the registry normalizes schemas before it compares them.")
            .define(
                    KEY_NAMING,
                    ConfigDef.Type.STRING,
                    "TopicNameStrategy",
                    Importance.MEDIUM,
                    "Subject of a key's schema: TopicNameStrategy, RecordNameStrategy or TopicRecordNameStrategy.")
            .define(
                    VALUE_NAMING,
                    ConfigDef.Type.STRING,
                    "TopicNameStrategy",
                    Importance.MEDIUM,
                    "Subject of a value's schema: TopicNameStrategy, RecordNameStrategy or TopicRecordNameStrategy.")
            .define(
                    SPECIFIC_READER,
                    ConfigDef.Type.BOOLEAN,
                    true,
                    Importance.LOW,
                    "Accepted for compatibility; records are always read into their own classes.");

    /**
     * Reads client properties.
     *
     * @param configs any client properties; keys that are not the serde's are ignored
     * @throws org.apache.kafka.common.config.ConfigException if a value cannot be used
     */
    public SerdeConfig(Map<String, ?> configs) {
        super(DEFINITION, known(configs), false);
    }

    /**
     * The keys with their types, defaults and documentation.
     *
     * @return a copy
     */
    public static ConfigDef definition() {
        return new ConfigDef(DEFINITION);
    }

    SubjectNaming naming(boolean isKey) {
        return SubjectNaming.of(getString(isKey ? KEY_NAMING : VALUE_NAMING));
    }

    private static Map<String, Object> known(Map<String, ?> configs) {
        Map<String, Object> known = new HashMap<>();
        for (String key : DEFINITION.names()) {
            Object value = configs.get(key);
            if (value != null) {
                known.put(key, value instanceof Class<?> type ? type.getName() : value);
            }
        }
        return known;
    }
}
