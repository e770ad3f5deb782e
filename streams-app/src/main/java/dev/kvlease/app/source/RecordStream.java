package dev.kvlease.app.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Records, one after the other. */
public interface RecordStream extends Closeable {
    /**
     * The next record.
     *
     * @return empty at the end
     * @throws IOException if it cannot be read
     */
    Optional<StoredRecord> next() throws IOException;
}
