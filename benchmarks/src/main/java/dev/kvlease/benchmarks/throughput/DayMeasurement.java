package dev.kvlease.benchmarks.throughput;

import dev.kvlease.app.cli.Main;
import dev.kvlease.benchmarks.report.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A simulated day of a fleet of 64 engines, made once, then replayed and audited by the commands in processes of their
 * own, as a user would run them. The fleet's readers have only the check inside the engine, so that there is something to
 * find; what the audit found is held against the truth.
 */
public final class DayMeasurement {
    private static final int HEAP_MB = 700;
    private static final long WATCH_EVERY_MS = 50;
    private static final double MIB = 1 << 20;
    private static final int FOREIGN_BYTES_USED = 1;

    /**
     * What one command took.
     *
     * @param wall from its start to its end
     * @param processor of all its threads; a little less than it was, for it is looked at while it runs
     * @param peakBytes the most memory it had resident; 0 where the system does not tell
     */
    private record Cost(Duration wall, Duration processor, long peakBytes) {}

    private final PrintStream out;
    private final Path directory;

    private DayMeasurement(PrintStream out, Path directory) {
        this.out = out;
        this.directory = directory;
    }

    /**
     * Makes the day unless it is there from the last time, and prints what replay and audit take.
     *
     * @param run how long; a quick one is a quarter of an hour
     * @throws IOException if there is no room for its files
     * @throws InterruptedException if the thread is interrupted
     */
    public static void measure(Run run) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(Path.of("benchmarks", "target", run.quick() ? "minutes" : "day"));
        new DayMeasurement(run.out(), directory).run(run.quick() ? "15m" : "24h");
    }

    private void run(String duration) throws IOException, InterruptedException {
        Path events = directory.resolve("events.ndjson");
        if (!Files.exists(events)) {
            make(events, duration);
        }
        long records;
        try (Stream<String> lines = Files.lines(events)) {
            records = lines.count();
        }
        Path verdicts = directory.resolve("verdicts.ndjson");
        print("replay", records, command("replay", "--quiet", "--input", events.toString(), "-o", verdicts.toString()));
        Files.delete(verdicts);
        print("replay and audit", records, command("audit", "--json", "--input", events.toString()));
        AuditedTruth compared = AuditedTruth.of(output(), truth());
        out.println("audit and truth                    " + compared);
        if (!compared.holds()) {
            throw new IllegalStateException("the audit does not say what happened: " + compared);
        }
    }

    private Path output() {
        return directory.resolve("output.txt");
    }

    private Path truth() {
        return directory.resolve("truth.ndjson");
    }

    /** Under another name until it is whole, so that an interrupted run leaves no half day behind. */
    private void make(Path events, String duration) throws IOException, InterruptedException {
        Path growing = directory.resolve("growing.ndjson");
        Cost cost = command(
                "simulate",
                "--quiet",
                "--scenario",
                "incident",
                "--policy",
                "original-fix",
                "--engines",
                "64",
                "--conversations",
                "2500",
                "--seed",
                "3",
                "--duration",
                duration,
                "--out",
                growing.toString(),
                "--truth",
                truth().toString());
        Files.move(growing, events);
        out.printf(Locale.ROOT, "made %s in %.1f s%n", events, cost.wall().toMillis() / 1e3);
    }

    private void print(String what, long records, Cost cost) {
        double seconds = cost.wall().toNanos() / 1e9;
        out.printf(
                Locale.ROOT,
                "%-34s %,12.0f /s  %,d records in %.1f s, %.1f s of processor time, %.0f MiB at most%n",
                what,
                records / seconds,
                records,
                seconds,
                cost.processor().toNanos() / 1e9,
                cost.peakBytes() / MIB);
    }

    private Cost command(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP_MB + "m",
                "-XX:+UseParallelGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        line.addAll(List.of(arguments));
        long startNs = System.nanoTime();
        Process process = new ProcessBuilder(line)
                .redirectOutput(output().toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Duration processor = Duration.ZERO;
        long peakBytes = 0;
        while (!process.waitFor(WATCH_EVERY_MS, TimeUnit.MILLISECONDS)) {
            processor = process.info().totalCpuDuration().orElse(processor);
            peakBytes = Math.max(peakBytes, peakBytes(process.pid()));
        }
        boolean simulated = arguments[0].equals("simulate") && process.exitValue() == FOREIGN_BYTES_USED;
        if (process.exitValue() != 0 && !simulated) {
            throw new IllegalStateException(arguments[0] + " ended with exit code " + process.exitValue());
        }
        return new Cost(Duration.ofNanos(System.nanoTime() - startNs), processor, peakBytes);
    }

    /** The high-water mark that Linux keeps. */
    private static long peakBytes(long pid) {
        try (Stream<String> status = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return status.filter(field -> field.startsWith("VmHWM:"))
                    .mapToLong(field -> Long.parseLong(field.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }
}
