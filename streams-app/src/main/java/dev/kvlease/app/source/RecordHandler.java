package dev.kvlease.app.source;

import java.io.IOException;

/** Takes records with all that is known of them. */
@FunctionalInterface
public interface RecordHandler {
    /**
     * Takes a record.
     *
     * @param record of any topic
     * @throws IOException if it cannot be kept
     */
    void take(StoredRecord record) throws IOException;
}
