package dev.kvlease.core.common;

/** Why a record is refused. A bad record changes nothing: its {@code seq} is not seen, its times are not believed. */
public enum BadRecord {
    /** An id is missing, longer than {@link Constants#MAX_ID_BYTES}, not valid UTF-16, or has control characters. */
    ID_INVALID("an id is empty, longer than 256 bytes of UTF-8, or has control characters"),
    /** An incarnation is missing, empty or not a valid id. */
    INCARNATION_INVALID("an incarnation is empty or not a valid id"),
    /** The event, read status or other enum is unknown to this version. */
    TYPE_UNKNOWN("the type or status is not one this version knows"),
    /** A time lies outside {@code [0, 2^61)}. */
    TIME_OUT_OF_RANGE("a time lies outside [0, 2^61) nanoseconds"),
    /** A {@code seq} lies outside {@code [0, 2^61)}. */
    SEQ_OUT_OF_RANGE("a seq lies outside [0, 2^61)"),
    /** The event type needs a request id. */
    REQUEST_MISSING("this event type needs a request_id"),
    /** An allocation without {@code block_ids}. */
    BLOCKS_MISSING("an allocation needs block_ids"),
    /** A block id is negative, or there are too many ids or groups. */
    BLOCKS_INVALID("a block id is negative, or there are more than 65,536 ids or 64 groups"),
    /** A count is negative. */
    COUNT_NEGATIVE("a count is negative"),
    /** {@code max_reads} is below 1. */
    MAX_READS_INVALID("max_reads is below 1"),
    /** A LEASE_EXTENDED without an expiry. */
    EXPIRY_MISSING("an extension needs expiry_ns"),
    /** ENGINE_STARTED with another seq than 0, or another type with 0. */
    START_SEQ_INVALID("ENGINE_STARTED has seq 0, and no other event has"),
    /** A span ends before it starts. */
    SPAN_NEGATIVE("a span ends before it starts"),
    /** A handshake slower than {@link Constants#MAX_RTT_NS}. */
    ROUND_TRIP_TOO_LONG("the round trip took longer than 10 s"),
    /** The clock or seq is further ahead than one record is believed for. */
    LEAP("the clock or seq is more than 24 h or 1,000,000 events ahead, and no earlier record agrees"),
    /** An allocation of one more request than a holder may have. */
    TOO_MANY_REQUESTS("its holder has 4,000,000 requests that are remembered; end leases, or start the engine anew"),
    /** A sample of one more reader than a holder may have. */
    TOO_MANY_READERS("its holder has 100,000 readers whose clocks are remembered; are reader ids made up?");

    private final String meaning;

    BadRecord(String meaning) {
        this.meaning = meaning;
    }

    /**
     * The reason in words for whoever sent the record.
     *
     * @return one phrase without a full stop
     */
    public String meaning() {
        return meaning;
    }
}
