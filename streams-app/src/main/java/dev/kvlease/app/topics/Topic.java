package dev.kvlease.app.topics;

import dev.kvlease.schemas.TopicNames;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Every topic of kvlease, once: its short name, its role and how it is cleaned. */
public enum Topic {
    /** What holders say about themselves and their leases. */
    LEASE_EVENTS(TopicNames.LEASE_EVENTS, Role.INPUT, Duration.ofDays(7)),
    /** What readers learn of holders' clocks. */
    HANDSHAKE_SAMPLES(TopicNames.HANDSHAKE_SAMPLES, Role.INPUT, Duration.ofDays(7)),
    /** What readers or a router ask. */
    READ_INTENTS(TopicNames.READ_INTENTS, Role.INPUT, Duration.ofDays(7)),
    /** How reads ended. */
    READ_OUTCOMES(TopicNames.READ_OUTCOMES, Role.INPUT, Duration.ofDays(7)),
    /** Answers and revocations, partitioned by reader. */
    VERDICTS(TopicNames.VERDICTS, Role.OUTPUT, Duration.ofDays(7)),
    /** The newest clock of each pair. */
    CLOCK_OFFSETS(TopicNames.CLOCK_OFFSETS, Role.COMPACTED_OUTPUT, Duration.ZERO),
    /** What should not have happened. */
    VIOLATIONS(TopicNames.VIOLATIONS, Role.OUTPUT, Duration.ofDays(30)),
    /** What engines' prefix caches gain and lose. */
    BLOCK_EVENTS(TopicNames.BLOCK_EVENTS, Role.RELAYED, Duration.ofDays(7)),
    /** Records that could not be used, as they came. */
    DEAD_LETTERS(TopicNames.DEAD_LETTERS, Role.RAW_OUTPUT, Duration.ofDays(30));

    /** What a topic is for. */
    public enum Role {
        /** Keyed by holder; carries LogAppendTime; all have the same partition count. */
        INPUT,
        /** Written by the application, cleaned by time. */
        OUTPUT,
        /** Written by the connector from engines and not read by the application, cleaned by time. */
        RELAYED,
        /** Written by the application, compacted. */
        COMPACTED_OUTPUT,
        /** Written by the application without a schema. */
        RAW_OUTPUT
    }

    private final String shortName;
    private final Role role;
    private final Duration retention;

    Topic(String shortName, Role role, Duration retention) {
        this.shortName = shortName;
        this.role = role;
        this.retention = retention;
    }

    /**
     * The topics that a verdict follows from.
     *
     * @return those of {@link Role#INPUT}, in the order of this enum
     */
    public static List<Topic> inputs() {
        return Arrays.stream(values()).filter(topic -> topic.role == Role.INPUT).toList();
    }

    /**
     * The topics that the application writes to.
     *
     * @return the outputs, in the order of this enum
     */
    public static List<Topic> outputs() {
        return Arrays.stream(values())
                .filter(topic -> topic.role != Role.INPUT && topic.role != Role.RELAYED)
                .toList();
    }

    /**
     * The name without a prefix, as event files use it.
     *
     * @return for example {@code lease-events}
     */
    public String shortName() {
        return shortName;
    }

    /**
     * The name in a cluster.
     *
     * @param prefix the configured prefix, for example {@code kvlease.}
     * @return prefix and short name
     */
    public String name(String prefix) {
        return prefix + shortName;
    }

    /**
     * What the topic is for.
     *
     * @return its role
     */
    public Role role() {
        return role;
    }

    /**
     * How long records are kept.
     *
     * @return the retention; zero for a compacted topic
     */
    public Duration retention() {
        return retention;
    }
}
