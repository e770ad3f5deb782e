package dev.kvlease.app.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.eventfile.Compression;
import dev.kvlease.app.eventfile.DamagedInputException;
import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.LineSource;
import dev.kvlease.app.eventfile.OffsetCounter;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.avro.generic.GenericData;

/** The records of an event file with all that it tells of them: slower than what a replay reads with, and complete. */
public final class EventFileStream implements RecordStream {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String file;
    private final InputStream in;
    private final GenericData model;
    private final ReadingProblems problems;
    private final OffsetCounter offsets;
    private Optional<LineSource> lines = Optional.empty();
    private long line;
    private long recordTimeMs;
    private boolean ended;

    /**
     * A stream of a file.
     *
     * @param file what it is called
     * @param in its bytes; closed with this
     * @param model makes the values: specific for a replay, generic to keep them as they are
     * @param offsets gives places to records that tell none
     * @param problems told of lines that are no records
     */
    public EventFileStream(
            String file, InputStream in, GenericData model, OffsetCounter offsets, ReadingProblems problems) {
        this.file = file;
        this.in = in;
        this.model = model;
        this.offsets = offsets;
        this.problems = problems;
    }

    @Override
    public Optional<StoredRecord> next() throws IOException {
        while (!ended) {
            Optional<StoredRecord> record = nextLine();
            if (record.isPresent()) {
                return record;
            }
        }
        return Optional.empty();
    }

    private Optional<StoredRecord> nextLine() throws IOException {
        line++;
        try {
            if (lines.isEmpty()) {
                lines = Optional.of(new LineSource(Compression.unpacked(in)));
            }
            ended = !lines.get().advance();
        } catch (DamagedInputException e) {
            ended = true;
            problems.found(file, line, e.getMessage());
        }
        return ended ? Optional.empty() : read(lines.get());
    }

    private Optional<StoredRecord> read(LineSource source) {
        if (source.tooLong()) {
            problems.found(file, line, "the line is too long");
            return Optional.empty();
        }
        try {
            JsonNode node = JSON.readTree(source.buffer(), source.start(), source.length());
            return node.isMissingNode() ? Optional.empty() : Optional.of(read(node));
        } catch (JsonProcessingException e) {
            problems.found(file, line, e.getOriginalMessage());
        } catch (IOException e) {
            problems.found(file, line, e.getMessage());
        }
        return Optional.empty();
    }

    private StoredRecord read(JsonNode node) throws IOException {
        Topic topic = StoredJson.topic(node);
        recordTimeMs = node.path(FieldNames.TIMESTAMP).asLong(recordTimeMs);
        int partition = node.path(FieldNames.PARTITION).asInt(0);
        long told = node.path(FieldNames.OFFSET).asLong(OffsetCounter.UNTOLD);
        Origin origin = new Origin(file, line, partition, offsets.offset(topic, partition, told), recordTimeMs);
        return StoredJson.read(node, topic, origin, model);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
