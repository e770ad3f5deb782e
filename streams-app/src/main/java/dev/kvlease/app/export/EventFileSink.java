package dev.kvlease.app.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.kvlease.app.source.StoredJson;
import dev.kvlease.app.source.StoredRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** Writes records as an event file. */
public final class EventFileSink implements RecordSink {
    private static final JsonFactory JSON = new JsonFactory();

    private final List<Path> files;
    private final JsonGenerator out;

    /**
     * A sink onto a stream, which it closes.
     *
     * @param files the file behind the stream; none for standard output
     * @param out where the lines go
     * @throws IOException if the stream cannot be written
     */
    public EventFileSink(List<Path> files, OutputStream out) throws IOException {
        this.files = List.copyOf(files);
        this.out = JSON.createGenerator(out);
        this.out.setPrettyPrinter(new MinimalPrettyPrinter(""));
    }

    @Override
    public void write(StoredRecord record) throws IOException {
        StoredJson.write(record, out);
        out.writeRaw('\n');
    }

    @Override
    public List<Path> files() {
        return files;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
