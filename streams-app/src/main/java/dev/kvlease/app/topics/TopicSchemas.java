package dev.kvlease.app.topics;

import dev.kvlease.schemas.BlockEvent;
import dev.kvlease.schemas.ClockOffset;
import dev.kvlease.schemas.HandshakeSample;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.ReadIntent;
import dev.kvlease.schemas.ReadOutcome;
import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.Violation;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Which record each topic carries. */
public final class TopicSchemas {
    /** Made once: making a portable schema takes longer than decoding a record of it. */
    private static final Map<Topic, Optional<Schema>> VALUE_SCHEMAS = Arrays.stream(Topic.values())
            .collect(Collectors.toUnmodifiableMap(
                    topic -> topic, topic -> valueClass(topic).map(Schemas::portable)));

    private TopicSchemas() {}

    /**
     * The class of a topic's values.
     *
     * @param topic the topic
     * @return a generated class; empty for raw bytes
     */
    public static Optional<Class<? extends SpecificRecord>> valueClass(Topic topic) {
        return switch (topic) {
            case LEASE_EVENTS -> Optional.of(LeaseEvent.class);
            case HANDSHAKE_SAMPLES -> Optional.of(HandshakeSample.class);
            case READ_INTENTS -> Optional.of(ReadIntent.class);
            case READ_OUTCOMES -> Optional.of(ReadOutcome.class);
            case VERDICTS -> Optional.of(Verdict.class);
            case CLOCK_OFFSETS -> Optional.of(ClockOffset.class);
            case VIOLATIONS -> Optional.of(Violation.class);
            case BLOCK_EVENTS -> Optional.of(BlockEvent.class);
            case DEAD_LETTERS -> Optional.empty();
        };
    }

    /**
     * The schema of a topic's values, as it is registered.
     *
     * @param topic the topic
     * @return the schema; empty for raw bytes
     */
    public static Optional<Schema> valueSchema(Topic topic) {
        return VALUE_SCHEMAS.get(topic);
    }
}
