package dev.kvlease.app.codec;

import java.util.Arrays;

/** Why a record never reached the rules. Those that the rules refuse carry a {@link dev.kvlease.core.common.BadRecord}. */
public enum DeadLetterReason {
    /** The time stamp cannot be believed. */
    TIMESTAMP_INVALID(
            "its time stamp is negative or in the future: set message.timestamp.type=LogAppendTime on the topic"),
    /** There is no key. */
    KEY_MISSING("it has no key: the key must be the plain UTF-8 of holder_engine_id"),
    /** There is no value. */
    VALUE_MISSING("it has no value"),
    /** The value is not in the wire format, of an unknown schema, or cut off. */
    UNDECODABLE("its value cannot be decoded"),
    /** The value was decoded to a record that does not belong into this topic. */
    UNEXPECTED_RECORD("its value is a record of another topic"),
    /** The key is not the holder of the value. */
    KEY_NOT_HOLDER("its key is not the plain UTF-8 of its holder_engine_id"),
    /** The record lies in a partition where its holder's state is not. */
    WRONG_PARTITION("it lies in another partition than murmur2 of its key says: with librdkafka set"
            + " partitioner=murmur2_random"),
    /** The application failed on it. */
    INTERNAL_ERROR("kvlease failed on it: please report this record");

    private final String meaning;

    DeadLetterReason(String meaning) {
        this.meaning = meaning;
    }

    /**
     * The reason of a name.
     *
     * @param name a symbol
     * @return the reason; {@link #UNDECODABLE} if this version does not know it
     */
    public static DeadLetterReason named(String name) {
        return Arrays.stream(values())
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElse(UNDECODABLE);
    }

    /**
     * What is wrong with the record, and the cure, for whoever sent it.
     *
     * @return a phrase without a full stop
     */
    public String meaning() {
        return meaning;
    }
}
