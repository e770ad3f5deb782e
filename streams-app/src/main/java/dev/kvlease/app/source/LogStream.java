package dev.kvlease.app.source;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.OffsetCounter;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.logs.EngineLogs;
import dev.kvlease.logs.LogOptions;
import dev.kvlease.logs.LogReading;
import dev.kvlease.logs.LogRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Bytes;

/** What the logs of engines amount to, as records of the inputs in the order of their times. */
public final class LogStream implements RecordStream {
    private static final Pattern LOG_NAME = Pattern.compile(".*\\.log(\\.\\d{1,8})?(\\.gz)?");

    private final Iterator<LogRecord> records;
    private final OffsetCounter offsets;
    private final LogReading reading;

    /**
     * Reads logs.
     *
     * @param path a log, or a directory of them
     * @param offsets gives places to the records
     * @throws IOException if a log cannot be read
     */
    public LogStream(Path path, OffsetCounter offsets) throws IOException {
        reading = EngineLogs.read(path, LogOptions.DEFAULT);
        records = EngineLogs.toRecords(reading, LogOptions.DEFAULT).iterator();
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
     * What was read.
     *
     * @return one line for a person
     */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "logs of %d engines: %,d lines, %,d of them about leases; what logs do not tell, no verdict can know",
                reading.engines().size(),
                reading.lines(),
                reading.factLines());
    }

    @Override
    public Optional<StoredRecord> next() {
        return records.hasNext() ? Optional.of(stored(records.next())) : Optional.empty();
    }

    private StoredRecord stored(LogRecord record) {
        if (record instanceof LogRecord.Event event) {
            return stored(Topic.LEASE_EVENTS, new InputRecord.Event(event.event()), record.recordTimeMs());
        }
        if (record instanceof LogRecord.Sample sample) {
            return stored(Topic.HANDSHAKE_SAMPLES, new InputRecord.Sample(sample.sample()), record.recordTimeMs());
        }
        LogRecord.Outcome outcome = (LogRecord.Outcome) record;
        return stored(Topic.READ_OUTCOMES, new InputRecord.Outcome(outcome.outcome()), record.recordTimeMs());
    }

    private StoredRecord stored(Topic topic, InputRecord input, long recordTimeMs) {
        Origin origin = new Origin("", 0, 0, offsets.offset(topic, 0, OffsetCounter.UNTOLD), recordTimeMs);
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
