package dev.kvlease.app.export;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.topics.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.Schema;

/** Tells what an export holds: counted while it is written, and written beside it. */
public final class Manifest {
    /** What its name ends with, behind that of the file. */
    public static final String SUFFIX = ".manifest.json";

    /** Its name in a directory. */
    public static final String IN_DIRECTORY = "manifest.json";

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Map<Topic, Holding> topics = new EnumMap<>(Topic.class);
    private long records;
    private long firstMs = Long.MAX_VALUE;
    private long lastMs = Long.MIN_VALUE;

    /** A manifest of nothing yet. */
    public Manifest() {}

    /**
     * What the export was asked for.
     *
     * @param version of kvlease
     * @param source where the records came from: the cluster, or file names
     * @param slice the stretch of time or offsets, as it was understood
     * @param filter which records
     * @param anonymized whether ids are replaced
     */
    public record Request(String version, String source, String slice, RecordFilter filter, boolean anonymized) {}

    private static final class Holding {
        private final Set<Schema> schemas = new LinkedHashSet<>();
        private final Map<Integer, long[]> partitions = new TreeMap<>();
        private long records;
    }

    /**
     * Counts a record.
     *
     * @param record as it is written
     */
    public void count(StoredRecord record) {
        records++;
        firstMs = Math.min(firstMs, record.origin().recordTimeMs());
        lastMs = Math.max(lastMs, record.origin().recordTimeMs());
        Holding holding = topics.computeIfAbsent(record.topic(), topic -> new Holding());
        holding.records++;
        record.value().ifPresent(value -> holding.schemas.add(value.getSchema()));
        long offset = record.origin().offset();
        long[] range =
                holding.partitions.computeIfAbsent(record.origin().partition(), any -> new long[] {offset, offset, 0});
        range[0] = Math.min(range[0], offset);
        range[1] = Math.max(range[1], offset);
        range[2]++;
    }

    /**
     * How many records there have been.
     *
     * @return the count
     */
    public long records() {
        return records;
    }

    /**
     * Writes it.
     *
     * @param file replaced if it exists
     * @param request what was asked for
     * @param files the files of the export
     * @throws IOException if it cannot be written
     */
    public void write(Path file, Request request, List<Path> files) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        root.put("kvlease_version", request.version());
        root.put("source", request.source());
        root.put("slice", request.slice());
        root.put("anonymized", request.anonymized());
        ObjectNode filter = root.putObject("filter");
        request.filter().holders().forEach(filter.putArray("holders")::add);
        request.filter().requests().forEach(filter.putArray("requests")::add);
        request.filter().readers().forEach(filter.putArray("readers")::add);
        ArrayNode names = root.putArray("files");
        files.forEach(each -> names.add(each.getFileName().toString()));
        root.put("records", records);
        if (records > 0) {
            root.put("first_time", Instant.ofEpochMilli(firstMs).toString());
            root.put("last_time", Instant.ofEpochMilli(lastMs).toString());
        }
        ObjectNode all = root.putObject("topics");
        for (Map.Entry<Topic, Holding> entry : topics.entrySet()) {
            write(entry.getValue(), all.putObject(entry.getKey().shortName()));
        }
        Files.writeString(file, JSON.writeValueAsString(root) + "\n");
    }

    private static void write(Holding holding, ObjectNode topic) throws IOException {
        topic.put("records", holding.records);
        ObjectNode partitions = topic.putObject("partitions");
        holding.partitions.forEach((partition, range) -> partitions
                .putObject(partition.toString())
                .put("first_offset", range[0])
                .put("last_offset", range[1])
                .put("records", range[2]));
        ArrayNode schemas = topic.putArray("schemas");
        for (Schema schema : holding.schemas) {
            schemas.add(JSON.readTree(schema.toString()));
        }
    }
}
