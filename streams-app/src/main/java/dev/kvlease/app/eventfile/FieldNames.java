package dev.kvlease.app.eventfile;

/** The names of the records' fields in JSON: those of the Avro schemas, each once. */
public final class FieldNames {
    /** Which topic a line of an event file belongs to. */
    public static final String TOPIC = "topic";
    /** Partition of a record in its topic. */
    public static final String PARTITION = "partition";
    /** Place of a record in its partition. */
    public static final String OFFSET = "offset";
    /** Key of a record, where it is not the usual one and is text. */
    public static final String KEY = "key";
    /** Key of a record that is no text. */
    public static final String KEY_BASE64 = "key_base64";
    /** Headers of a record. */
    public static final String HEADERS = "headers";
    /** Name of a header. */
    public static final String NAME = "name";
    /** Value of a record or of a header as bytes. */
    public static final String VALUE_BASE64 = "value_base64";
    /** Why the stream puts a record aside. */
    public static final String REFUSED = "refused";
    /** More about that. */
    public static final String DETAIL = "detail";
    /** Record time of a line of an event file, in milliseconds of the epoch. */
    public static final String TIMESTAMP = "timestamp";
    /** The record of a line of an event file. */
    public static final String VALUE = "value";

    /** What kind of record a line of a replay's output is. */
    public static final String KIND = "kind";
    /** The line of the event file that a dead letter comes from. */
    public static final String LINE = "line";
    /** The event file that a dead letter comes from. */
    public static final String FILE = "file";
    /** What a dead letter's reason means. */
    public static final String MESSAGE = "message";

    public static final String TYPE = "type";
    public static final String STATUS = "status";
    public static final String REASON = "reason";
    public static final String HOLDER = "holder_engine_id";
    public static final String HOLDER_LIFE = "holder_incarnation";
    public static final String READER = "reader_engine_id";
    public static final String READER_LIFE = "reader_incarnation";
    public static final String REQUEST = "request_id";
    public static final String READ_REQUEST = "read_request_id";

    public static final String SEQ = "seq";
    public static final String ENGINE_CLOCK = "engine_clock_ns";
    public static final String BLOCK_IDS = "block_ids";
    public static final String SHARED_PREFIX_BLOCKS = "shared_prefix_blocks";
    public static final String EXPIRY = "expiry_ns";
    public static final String MAX_READS = "max_reads";
    public static final String NUM_TOKENS = "num_tokens";
    public static final String NUM_BLOCKS = "num_blocks";
    public static final String HOLDER_ROLE = "holder_role";

    public static final String RANK = "rank";
    public static final String SENT = "sent_ns";
    public static final String REMOTE = "remote_ns";
    public static final String RECEIVED = "received_ns";

    public static final String NUM_LOCAL_BLOCKS = "num_local_blocks";
    public static final String NOW = "now_ns";

    public static final String LEASE_SEQ = "lease_seq";
    public static final String STARTED = "started_ns";
    public static final String FINISHED = "finished_ns";

    public static final String TRIGGER = "trigger";
    public static final String PROVISIONAL = "provisional";
    public static final String READABLE_UNTIL = "readable_until_ns";
    public static final String DEADLINE = "deadline_ns";
    public static final String REVISION = "revision";
    public static final String EVIDENCE = "evidence";

    public static final String RULE = "rule";
    public static final String TRACKED = "tracked";
    public static final String LEASE_END = "lease_end_ns";
    public static final String WATERMARK = "watermark_ns";
    public static final String CLOCK_KNOWN = "clock_known";
    public static final String LO = "lo_ns";
    public static final String HI = "hi_ns";
    public static final String REF = "ref_ns";
    public static final String POINT = "point_ns";
    public static final String MIN_RTT = "min_rtt_ns";
    public static final String CLOCK_READER_LIFE = "clock_reader_incarnation";
    public static final String CLOCK_HOLDER_LIFE = "clock_holder_incarnation";
    public static final String MARGIN = "margin_ns";
    public static final String DRIFT_PPM = "drift_ppm";
    public static final String LEASE_EVENT_OFFSET = "lease_event_offset";
    public static final String HANDSHAKE_SAMPLE_OFFSET = "handshake_sample_offset";
    public static final String READ_INTENT_OFFSET = "read_intent_offset";
    public static final String AS_OF = "as_of";
    public static final String LEASE_EVENTS = "lease_events";
    public static final String HANDSHAKE_SAMPLES = "handshake_samples";
    public static final String READ_INTENTS = "read_intents";
    public static final String READ_OUTCOMES = "read_outcomes";

    public static final String CLOCK_OFFSET = "offset_ns";
    public static final String SUSPECT = "suspect";
    public static final String SAMPLES = "samples";
    public static final String STEPS = "steps";

    public static final String VIOLATION_ID = "violation_id";
    public static final String CERTAINTY = "certainty";
    public static final String BY = "by";
    public static final String FINISHED_MIN = "finished_min_ns";
    public static final String FINISHED_MAX = "finished_max_ns";
    public static final String INCOMPLETE = "incomplete";

    private FieldNames() {}
}
