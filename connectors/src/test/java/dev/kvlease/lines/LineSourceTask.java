package dev.kvlease.lines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;

/** Hands on the lines of a file, and those that are added to it. */
public final class LineSourceTask extends SourceTask {
    private static final String LINE = "line";

    private Map<String, String> given = Map.of();
    private int next;

    /** Made by the worker. */
    public LineSourceTask() {}

    @Override
    public String version() {
        return "1";
    }

    @Override
    public void start(Map<String, String> props) {
        given = props;
        Map<String, Object> stored = context.offsetStorageReader().offset(partition());
        next = stored == null ? 0 : ((Number) stored.get(LINE)).intValue();
    }

    @Override
    public List<SourceRecord> poll() throws InterruptedException {
        List<SourceRecord> records = new ArrayList<>();
        for (String line : unread()) {
            next++;
            records.add(new SourceRecord(
                    partition(), Map.of(LINE, next), given.get(LineSourceConnector.TOPIC), Schema.STRING_SCHEMA, line));
        }
        if (records.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return records;
    }

    private List<String> unread() {
        try {
            List<String> lines = Files.readAllLines(Path.of(given.get(LineSourceConnector.FILE)));
            return lines.subList(Math.min(next, lines.size()), lines.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, String> partition() {
        return Map.of(LineSourceConnector.FILE, given.get(LineSourceConnector.FILE));
    }

    @Override
    public void stop() {}
}
