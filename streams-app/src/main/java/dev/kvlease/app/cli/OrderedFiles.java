package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.source.ConsumedOrder;
import dev.kvlease.app.source.RecordSpool;
import dev.kvlease.app.source.RecordStream;
import dev.kvlease.app.source.Slice;
import dev.kvlease.app.source.SlicedHandler;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.topics.Topic;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reads files in the order of verdicts that are kept apart; the inputs are sorted into temporary files first. */
final class OrderedFiles {
    private final Told told;
    private final Console console;
    private final boolean quiet;

    OrderedFiles(Told told, Console console, boolean quiet) {
        this.told = told;
        this.console = console;
        this.quiet = quiet;
    }

    /**
     * What verdicts tell.
     *
     * @param order the order
     * @param exitCode whether they were as they should be
     */
    record Told(ConsumedOrder order, ExitCode exitCode) {
        /** How the reading of both the verdicts and the records went. */
        InputResult with(InputResult records) {
            return records.exitCode() == ExitCode.OK ? new InputResult(exitCode, records.summary()) : records;
        }
    }

    /** Reads verdicts; fails if there are none. */
    static Told told(FileInput verdicts, List<String> names) throws IOException {
        ConsumedOrder order = new ConsumedOrder();
        InputResult read = verdicts.readDecoded(order::learn);
        checkAny(order.verdicts(), names);
        return new Told(order, read.exitCode());
    }

    /** Fails if no verdicts were found. */
    static void checkAny(long found, List<String> files) {
        if (found == 0) {
            throw new CommandException(
                    ExitCode.FOUND_PROBLEMS,
                    "no recorded verdict in " + String.join(", ", files)
                            + "; an export of the topics has them, or name a file that has them with --verdicts");
        }
    }

    /** Reads all records for a replay. */
    InputResult readInto(FileInput inputs, EventHandler handler, Slice slice) throws IOException {
        SlicedHandler sliced = new SlicedHandler(handler, slice);
        try (RecordSpool spool = new RecordSpool()) {
            InputResult read = inputs.readDecoded(record -> {
                if (record.topic().role() == Topic.Role.INPUT) {
                    spool.add(record);
                }
            });
            tellLeftOut(spool.leftOut(), console);
            Progress progress = new Progress(
                    console, quiet, "records", sliced::records, () -> (double) sliced.records() / spool.records());
            try (RecordStream records = told.order().merge(spool.streams())) {
                for (Optional<StoredRecord> next = records.next(); next.isPresent(); next = records.next()) {
                    next.get().deliver(sliced);
                    progress.tick();
                }
            }
            String summary = progress.finish();
            sliced.times().finding().ifPresent(console.err()::println);
            return told.with(new InputResult(read.exitCode(), summary));
        }
    }

    /** Says that records stood there twice. */
    static void tellLeftOut(long count, Console console) {
        if (count > 0) {
            console.err().printf("%,d records stand there twice and are taken once%n", count);
        }
    }
}
