package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.OffsetCounter;
import dev.kvlease.app.source.EventFileStream;
import dev.kvlease.app.source.FileSource;
import dev.kvlease.app.source.LogStream;
import dev.kvlease.app.source.RecordHandler;
import dev.kvlease.app.source.RecordStream;
import dev.kvlease.app.source.Slice;
import dev.kvlease.app.source.SlicedHandler;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.source.TimeOrder;
import dev.kvlease.logs.LogOptions;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.generic.GenericData;
import org.apache.avro.specific.SpecificData;

/**
 * Reads files and standard input. Event files are read one after the other; Avro files named next to each other, and the
 * files of a directory, are merged.
 */
final class FileInput {
    private final List<String> inputs;
    private final LogOptions logs;
    private final Console console;
    private final boolean quiet;
    private final MalformedReport malformed;
    private final OffsetCounter offsets = new OffsetCounter();

    private String current = "";
    private long totalBytes;
    private long bytesRead;
    private Optional<Progress> progress = Optional.empty();
    private long stored;

    FileInput(List<String> inputs, LogOptions logs, Console console, boolean quiet) {
        this.inputs = List.copyOf(inputs);
        this.logs = logs;
        this.console = console;
        this.quiet = quiet;
        this.malformed = new MalformedReport(console.err(), () -> current);
    }

    /** What is read at a time: one event file, or several files as one stream. */
    private record Unit(String name, List<Path> files, Kind kind) {}

    private enum Kind {
        EVENT_FILE,
        MERGED,
        LOGS
    }

    /** Fails if one of them is not there. */
    static void check(List<String> inputs) {
        for (String input : inputs) {
            if (!input.equals(InputOptions.STANDARD) && !Files.isReadable(Path.of(input))) {
                throw new CommandException(ExitCode.UNAVAILABLE, input + ": not a file that can be read");
            }
        }
    }

    /** Reads records for a replay. */
    InputResult readInto(EventHandler handler, Slice slice) throws IOException {
        SlicedHandler sliced = new SlicedHandler(handler, slice);
        List<Unit> units = units();
        Progress told = new Progress(console, quiet, "records", sliced::records, this::share);
        progress = Optional.of(told);
        EventFileReader reader = new EventFileReader(sliced, malformed);
        for (Unit unit : units) {
            current = unit.name();
            if (unit.kind() == Kind.EVENT_FILE) {
                try (InputStream in = open(unit)) {
                    reader.read(unit.name(), in);
                }
                continue;
            }
            try (RecordStream records = open(unit, SpecificData.get())) {
                for (Optional<StoredRecord> next = records.next(); next.isPresent(); next = records.next()) {
                    next.get().deliver(sliced);
                }
            }
        }
        String summary = told.finish();
        sliced.times().finding().ifPresent(console.err()::println);
        return new InputResult(malformed.finish(), summary);
    }

    /** Reads records with all that is known of them, those of outputs too. */
    InputResult readStored(RecordHandler handler, Slice slice) throws IOException {
        return readStored(
                record -> {
                    if (slice.includes(record.origin())) {
                        handler.take(record);
                    }
                },
                GenericData.get());
    }

    /** Reads records with values of their topics' own classes. One that the handler finds impossible is told and left out. */
    InputResult readDecoded(RecordHandler handler) throws IOException {
        return readStored(
                record -> {
                    try {
                        handler.take(record);
                    } catch (IllegalArgumentException e) {
                        malformed.found(record.origin().file(), record.origin().line(), e.getMessage());
                    }
                },
                SpecificData.get());
    }

    private InputResult readStored(RecordHandler handler, GenericData model) throws IOException {
        List<Unit> units = units();
        Progress told = new Progress(console, quiet, "records", () -> stored, this::share);
        progress = Optional.of(told);
        for (Unit unit : units) {
            current = unit.name();
            try (RecordStream records = open(unit, model)) {
                for (Optional<StoredRecord> next = records.next(); next.isPresent(); next = records.next()) {
                    stored++;
                    handler.take(next.get());
                }
            }
        }
        String summary = told.finish();
        return new InputResult(malformed.finish(), summary);
    }

    private RecordStream open(Unit unit, GenericData model) throws IOException {
        if (unit.kind() == Kind.EVENT_FILE) {
            return new EventFileStream(unit.name(), open(unit), model, offsets, malformed::found);
        }
        if (unit.kind() == Kind.LOGS) {
            return openLogs(Path.of(unit.name()));
        }
        FileSource source = new FileSource(this::open, model, malformed::found);
        return source.open(unit.files(), new TimeOrder());
    }

    private RecordStream openLogs(Path path) throws IOException {
        AtomicLong lines = new AtomicLong();
        Progress reading = new Progress(console, quiet, "lines of logs", lines::get, () -> Double.NaN);
        LogStream stream = new LogStream(path, logs, offsets, () -> {
            lines.incrementAndGet();
            reading.tick();
        });
        reading.finish();
        stream.summary().forEach(console.err()::println);
        return stream;
    }

    private InputStream open(Unit unit) throws IOException {
        return unit.files().isEmpty()
                ? new Metered(console.in())
                : open(unit.files().get(0));
    }

    private InputStream open(Path file) throws IOException {
        return new Metered(Files.newInputStream(file));
    }

    private List<Unit> units() throws IOException {
        List<Unit> units = new ArrayList<>();
        List<Path> avro = new ArrayList<>();
        for (String input : inputs) {
            boolean standard = input.equals(InputOptions.STANDARD);
            if (!standard && !Files.isDirectory(Path.of(input)) && FileSource.isAvro(Path.of(input))) {
                avro.add(Path.of(input));
                continue;
            }
            flush(avro, units);
            if (standard) {
                units.add(new Unit(input, List.of(), Kind.EVENT_FILE));
            } else if (Files.isDirectory(Path.of(input))) {
                units.add(directory(input));
            } else {
                Kind kind = LogStream.isLog(Path.of(input)) ? Kind.LOGS : Kind.EVENT_FILE;
                units.add(new Unit(input, List.of(Path.of(input)), kind));
            }
        }
        flush(avro, units);
        totalBytes = sizeOf(units);
        return units;
    }

    private static void flush(List<Path> avro, List<Unit> units) {
        if (!avro.isEmpty()) {
            units.add(new Unit(avro.get(0).toString(), List.copyOf(avro), Kind.MERGED));
            avro.clear();
        }
    }

    private static Unit directory(String input) throws IOException {
        List<Path> files = FileSource.filesIn(Path.of(input));
        boolean logs = files.isEmpty()
                ? LogStream.isLogsBelow(Path.of(input))
                : files.stream().anyMatch(LogStream::isLog);
        if (files.isEmpty() && !logs) {
            throw new CommandException(ExitCode.UNAVAILABLE, input + ": no event file, Avro file or log in it");
        }
        return new Unit(input, files, logs ? Kind.LOGS : Kind.MERGED);
    }

    /** How much of all files has been read, 0 to 1; not a number while standard input is among them. */
    private double share() {
        return totalBytes > 0 ? (double) bytesRead / totalBytes : Double.NaN;
    }

    private static long sizeOf(List<Unit> units) throws IOException {
        long total = 0;
        for (Unit unit : units) {
            if (unit.kind() == Kind.LOGS) {
                continue; // read as a whole before the first record
            }
            if (unit.files().isEmpty()) {
                return 0;
            }
            for (Path file : unit.files()) {
                total += Files.size(file);
            }
        }
        return total;
    }

    /** Counts what is read, and lets the progress be told. */
    private final class Metered extends FilterInputStream {
        Metered(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            bytesRead += Math.max(count, 0);
            progress.ifPresent(Progress::tick);
            return count;
        }
    }
}
