package dev.kvlease.benchmarks.throughput;

import dev.kvlease.app.cli.Console;
import dev.kvlease.app.cli.Main;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.benchmarks.report.Rates;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** File replay: the command's own path from an event file to the verdicts on disk, records per second. */
public final class ReplayMeasurement {
    private static final int RECORDS = 1_000_000;
    private static final int HOLDERS = 64;
    private static final long SEED = 1;

    private ReplayMeasurement() {}

    /**
     * Prints the rate.
     *
     * @param run how long
     * @throws IOException if there is no room for its files
     */
    public static void measure(Run run) throws IOException {
        Path directory = Files.createTempDirectory("kvlease-replay");
        Path events = directory.resolve("events.ndjson");
        Path verdicts = directory.resolve("verdicts.ndjson");
        try {
            long count = write(events);
            Rates rates = new Rates("file replay");
            for (int round = 0; round < run.of(2, 6); round++) {
                long startNs = System.nanoTime();
                int code = Main.run(
                        Console.ofProcess(),
                        "replay",
                        "--quiet",
                        "--input",
                        events.toString(),
                        "--out",
                        verdicts.toString());
                rates.add(count, System.nanoTime() - startNs);
                if (code != 0) {
                    throw new IllegalStateException("replay ended with exit code " + code);
                }
            }
            run.say(rates.toString());
        } finally {
            Files.deleteIfExists(events);
            Files.deleteIfExists(verdicts);
            Files.deleteIfExists(directory);
        }
    }

    private static long write(Path events) throws IOException {
        List<Workload.Step> steps = new Workload(SEED, HOLDERS).next(RECORDS);
        long timeMs = 0;
        try (EventFileWriter file = new EventFileWriter(Files.newOutputStream(events))) {
            for (Workload.Step step : steps) {
                InputRecord record = step.record();
                timeMs++;
                if (record instanceof InputRecord.Event event) {
                    file.leaseEvent(event.event(), "", timeMs);
                } else if (record instanceof InputRecord.Sample sample) {
                    file.handshakeSample(sample.sample(), timeMs);
                } else if (record instanceof InputRecord.Intent intent) {
                    file.readIntent(intent.intent(), timeMs);
                } else {
                    file.readOutcome(((InputRecord.Outcome) record).outcome(), timeMs);
                }
            }
        }
        return steps.size();
    }
}
