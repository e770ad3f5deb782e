package dev.kvlease.schemas;

/** The names of the topics without their prefix: what everybody who writes or reads them agrees on, beside the schemas. */
public final class TopicNames {
    /** What all names begin with unless it is configured. */
    public static final String DEFAULT_PREFIX = "kvlease.";

    /** Of {@link LeaseEvent}. */
    public static final String LEASE_EVENTS = "lease-events";

    /** Of {@link HandshakeSample}. */
    public static final String HANDSHAKE_SAMPLES = "handshake-samples";

    /** Of {@link ReadIntent}. */
    public static final String READ_INTENTS = "read-intents";

    /** Of {@link ReadOutcome}. */
    public static final String READ_OUTCOMES = "read-outcomes";

    /** Of {@link Verdict}. */
    public static final String VERDICTS = "verdicts";

    /** Of {@link ClockOffset}. */
    public static final String CLOCK_OFFSETS = "clock-offsets";

    /** Of {@link Violation}. */
    public static final String VIOLATIONS = "violations";

    /** Of {@link BlockEvent}. */
    public static final String BLOCK_EVENTS = "block-events";

    /** Of records that could not be used, as they came. */
    public static final String DEAD_LETTERS = "dead-letters";

    private TopicNames() {}
}
