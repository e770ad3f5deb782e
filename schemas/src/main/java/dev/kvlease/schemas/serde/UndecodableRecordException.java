package dev.kvlease.schemas.serde;

import org.apache.kafka.common.errors.SerializationException;

/** The bytes of a record cannot be turned into a record, now or later: it belongs to the dead letters. */
public final class UndecodableRecordException extends SerializationException {
    /** What is wrong with a record's bytes. */
    public enum Problem {
        /** They do not start as Confluent's wire format does. */
        NOT_WIRE_FORMAT,
        /** The registry does not know their schema, or it is not an Avro schema. */
        UNKNOWN_SCHEMA,
        /** Their schema is of another record type. */
        OTHER_RECORD_TYPE,
        /** Their schema is of this record type but cannot be resolved to the reader's. */
        INCOMPATIBLE_SCHEMA,
        /** They are not what their schema says. */
        CORRUPT
    }

    private final Problem problem;

    UndecodableRecordException(Problem problem, String message) {
        super(message);
        this.problem = problem;
    }

    UndecodableRecordException(Problem problem, String message, Throwable cause) {
        super(message, cause);
        this.problem = problem;
    }

    /**
     * What is wrong.
     *
     * @return the kind of problem
     */
    public Problem problem() {
        return problem;
    }
}
