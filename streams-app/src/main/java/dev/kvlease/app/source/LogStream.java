package dev.kvlease.app.source;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.OffsetCounter;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.logs.EngineCoverage;
import dev.kvlease.logs.EngineLogs;
import dev.kvlease.logs.LogLine;
import dev.kvlease.logs.LogOptions;
import dev.kvlease.logs.LogReading;
import dev.kvlease.logs.LogRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;

/** What the logs of engines amount to, as records of the inputs in the order of their times. */
public final class LogStream implements RecordStream {
    private static final Pattern LOG_NAME = Pattern.compile(".*\\.log(\\.\\d{1,8})?(\\.gz)?");

    private final Path path;
    private final LogOptions options;
    private final Iterator<LogRecord> records;
    private final OffsetCounter offsets;
    private final LogReading reading;

    /**
     * Reads logs.
     *
     * @param path a log, or a directory of them
     * @param options what the logs do not say themselves
     * @param offsets gives places to the records
     * @param eachLine run after each line; all are read before there is a record
     * @throws IOException if a log cannot be read
     */
    public LogStream(Path path, LogOptions options, OffsetCounter offsets, Runnable eachLine) throws IOException {
        this.path = path;
        this.options = options;
        reading = EngineLogs.read(path, options, eachLine);
        records = EngineLogs.toRecords(reading, options).iterator();
        this.offsets = offsets;
    }

    /**
     * Whether a file is a log, by its name.
     *
     * @param file its path
     * @return true for {@code engine.log}, {@code engine.log.1}, {@code engine.log.2.gz}
     */
    public static boolean isLog(Path file) {
        return LOG_NAME.matcher(file.getFileName().toString()).matches();
    }

    /**
     * Whether a directory, or one below it, has a log.
     *
     * @param directory an existing directory
     * @return true for {@code pods/NAMESPACE_POD_UID/CONTAINER/0.log}, too
     * @throws IOException if it cannot be looked at
     */
    public static boolean isLogsBelow(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).anyMatch(LogStream::isLog);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * What was read.
     *
     * @return lines for a person: how much there was, engines whose logs prove nothing, and reads that are suspicious by
     *     the logs alone
     */
    public List<String> summary() {
        int engines = reading.engines().size();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "logs of %d engine%s: %,d lines, %,d of them about leases; what logs do not tell, no verdict can know",
                engines,
                engines == 1 ? "" : "s",
                reading.lines(),
                reading.factLines()));
        String idle = reading.engines().stream()
                .filter(engine -> !engine.sawLeases())
                .map(EngineCoverage::engine)
                .collect(Collectors.joining(", "));
        if (!idle.isEmpty()) {
            lines.add("no line about leases, which proves nothing, in the logs of " + idle);
        }
        if (reading.unreadableStamps() > 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%,d stamps are no date in their year; --log-year says which it is",
                    reading.unreadableStamps()));
        }
        boolean judged = options.noticeDelay().isPresent();
        lines.addAll(new LogFindings(at -> file(at.source()), judged).lines(reading.findings()));
        return lines;
    }

    private String file(String source) {
        return Files.isDirectory(path) && !source.isEmpty()
                ? path.resolve(source).toString()
                : path.toString();
    }

    @Override
    public Optional<StoredRecord> next() {
        return records.hasNext() ? Optional.of(stored(records.next())) : Optional.empty();
    }

    private StoredRecord stored(LogRecord record) {
        if (record instanceof LogRecord.Event event) {
            return stored(Topic.LEASE_EVENTS, new InputRecord.Event(event.event()), record);
        }
        if (record instanceof LogRecord.Sample sample) {
            return stored(Topic.HANDSHAKE_SAMPLES, new InputRecord.Sample(sample.sample()), record);
        }
        LogRecord.Outcome outcome = (LogRecord.Outcome) record;
        return stored(Topic.READ_OUTCOMES, new InputRecord.Outcome(outcome.outcome()), record);
    }

    private StoredRecord stored(Topic topic, InputRecord input, LogRecord record) {
        LogLine line = record.from();
        Origin origin = new Origin(
                line.number() == 0 ? "" : file(line.source()),
                line.number(),
                0,
                offsets.offset(topic, 0, OffsetCounter.UNTOLD),
                record.recordTimeMs());
        return new StoredRecord(
                topic,
                origin,
                Optional.of(Bytes.wrap(input.holder().getBytes(StandardCharsets.UTF_8))),
                List.of(),
                new Content.Decoded(InputCodec.toAvro(input)),
                Optional.empty());
    }

    @Override
    public void close() {
        // everything has been read
    }
}
