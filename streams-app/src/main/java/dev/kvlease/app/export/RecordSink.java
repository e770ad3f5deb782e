package dev.kvlease.app.export;

import dev.kvlease.app.source.StoredRecord;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Takes exported records, in their order. */
public interface RecordSink extends Closeable {
    /**
     * Takes a record.
     *
     * @param record the record
     * @throws IOException if it cannot be written
     */
    void write(StoredRecord record) throws IOException;

    /**
     * The files that have been begun.
     *
     * @return their paths
     */
    List<Path> files();
}
