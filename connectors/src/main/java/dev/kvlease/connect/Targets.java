package dev.kvlease.connect;

import dev.kvlease.schemas.BlockEvent;
import dev.kvlease.schemas.HandshakeSample;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.ReadIntent;
import dev.kvlease.schemas.ReadOutcome;
import dev.kvlease.schemas.TopicNames;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Where records of each type go, and by which field they are keyed. */
final class Targets {
    private static final String HOLDER = "holder_engine_id";

    /** A topic without its prefix, and the field with the key. */
    private record Target(String topic, String keyField) {}

    private static final Map<String, Target> TARGETS = Map.of(
            name(LeaseEvent.getClassSchema()), new Target(TopicNames.LEASE_EVENTS, HOLDER),
            name(HandshakeSample.getClassSchema()), new Target(TopicNames.HANDSHAKE_SAMPLES, HOLDER),
            name(ReadIntent.getClassSchema()), new Target(TopicNames.READ_INTENTS, HOLDER),
            name(ReadOutcome.getClassSchema()), new Target(TopicNames.READ_OUTCOMES, HOLDER),
            name(BlockEvent.getClassSchema()), new Target(TopicNames.BLOCK_EVENTS, "engine_id"));

    /** Keys are plain engine ids. */
    static final Schema KEY_SCHEMA = Schema.STRING_SCHEMA;

    private Targets() {}

    /** The topic of a record of ours, without a prefix. */
    static String topic(Struct value) {
        return TARGETS.get(value.schema().name()).topic();
    }

    /** The key of a record of ours. */
    static String key(Struct value) {
        return value.getString(TARGETS.get(value.schema().name()).keyField());
    }

    private static String name(org.apache.avro.Schema schema) {
        return schema.getFullName();
    }
}
