package dev.kvlease.schemas.serde;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.kafka.common.config.ConfigException;

/** Under which subject a schema is registered. */
public enum SubjectNaming {
    /** {@code TOPIC-key} or {@code TOPIC-value}: one record type per topic. */
    TOPIC_NAME("TopicNameStrategy") {
        @Override
        public String subject(String topic, boolean isKey, Schema schema) {
            return topic + (isKey ? "-key" : "-value");
        }
    },
    /** The record's full name: one history per type, whatever the topic. */
    RECORD_NAME("RecordNameStrategy") {
        @Override
        public String subject(String topic, boolean isKey, Schema schema) {
            return schema.getFullName();
        }
    },
    /** {@code TOPIC-FULLNAME}: several types on a topic, each with a history of its own there. */
    TOPIC_RECORD_NAME("TopicRecordNameStrategy") {
        @Override
        public String subject(String topic, boolean isKey, Schema schema) {
            return topic + "-" + schema.getFullName();
        }
    };

    private final String className;

    SubjectNaming(String className) {
        this.className = className;
    }

    /**
     * The subject of a record's schema.
     *
     * @param topic the topic
     * @param isKey whether the record is a key
     * @param schema the record's schema
     * @return the subject
     */
    public abstract String subject(String topic, boolean isKey, Schema schema);

    /**
     * Reads a configured strategy.
     *
     * @param strategy the name or class of one of Confluent's strategies, with or without its package
     * @return what it stands for
     * @throws ConfigException if it is none of the three
     */
    public static SubjectNaming of(String strategy) {
        String simple = strategy.substring(strategy.lastIndexOf('.') + 1).trim();
        return Arrays.stream(values())
                .filter(each -> each.className.equals(simple))
                .findFirst()
                .orElseThrow(() -> new ConfigException("Subject name strategy " + strategy + " is not one of "
                        + Arrays.stream(values()).map(each -> each.className).collect(Collectors.joining(", "))));
    }
}
