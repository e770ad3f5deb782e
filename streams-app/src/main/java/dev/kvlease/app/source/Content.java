package dev.kvlease.app.source;

import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.utils.Bytes;

/** What a record of a topic carries. */
public sealed interface Content {
    /** No value: a tombstone, or a mistake. */
    record Nothing() implements Content {}

    /**
     * A value that could be decoded.
     *
     * @param record of the topic's own class, or generic in the schema it was written with
     */
    record Decoded(IndexedRecord record) implements Content {}

    /**
     * A value that has no schema, or whose bytes could not be decoded.
     *
     * @param bytes as they came
     */
    record Raw(Bytes bytes) implements Content {}
}
