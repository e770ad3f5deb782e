package dev.kvlease.logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The door: reads the logs of a fleet. */
public final class EngineLogs {
    private static final int MOST_FACTS = 2_000_000;
    private static final long NS_PER_SECOND = 1_000_000_000;

    private final Path root;
    private final LogOptions options;
    private final Runnable eachLine;
    private final List<LogFact> facts = new ArrayList<>();
    private final Map<String, EngineCoverage> coverage = new TreeMap<>();
    private final List<LogLineReader.ProcessSeen> processes = new ArrayList<>();
    private long lines;
    private long factLines;
    private long unreadableStamps;

    private EngineLogs(Path root, LogOptions options, Runnable eachLine) {
        this.root = root;
        this.options = options;
        this.eachLine = eachLine;
    }

    /**
     * Reads a log, or every file below a directory: plain, in JSON, gzipped, rotated.
     *
     * @param path a file or a directory
     * @param options what the logs do not say themselves
     * @return what they tell
     * @throws IOException if a file cannot be read, or there are more than 2,000,000 facts
     */
    public static LogReading read(Path path, LogOptions options) throws IOException {
        return read(path, options, () -> {});
    }

    /**
     * The same, for who wants to tell how far it has come.
     *
     * @param path a file or a directory
     * @param options what the logs do not say themselves
     * @param eachLine run after each line
     * @return what they tell
     * @throws IOException if a file cannot be read, or there are more than 2,000,000 facts
     */
    public static LogReading read(Path path, LogOptions options, Runnable eachLine) throws IOException {
        EngineLogs reading = new EngineLogs(path, options, eachLine);
        for (Path file : LogFiles.below(path)) {
            reading.readFile(file);
        }
        return reading.finish();
    }

    /**
     * The lease events and outcomes that the facts amount to, see {@link LogRecords}.
     *
     * @param reading what the logs tell
     * @param options the options that it was read with
     * @return records in the order of their times
     */
    public static List<LogRecord> toRecords(LogReading reading, LogOptions options) {
        return LogRecords.of(reading, options);
    }

    private void readFile(Path file) throws IOException {
        Instant changed = Files.getLastModifiedTime(file).toInstant();
        int year = options.firstYear().orElse(changed.atZone(options.zone()).getYear());
        List<LogFact> found = new ArrayList<>();
        LogLineReader reader = readFile(file, year, found);
        if (options.firstYear().isEmpty()) {
            int earlier = yearsTooLate(reader, changed);
            if (earlier > 0) {
                found.clear();
                reader = readFile(file, year - earlier, found);
            }
        }
        keep(reader, found);
    }

    private LogLineReader readFile(Path file, int firstYear, List<LogFact> out) throws IOException {
        String engine = LogFiles.engineOf(root, file, options.engines());
        String source = root.equals(file)
                ? file.getFileName().toString()
                : root.relativize(file).toString();
        LogLineReader reader = new LogLineReader(engine, source, options, firstYear);
        LogFiles.eachLine(file, line -> {
            reader.read(line).ifPresent(out::add);
            eachLine.run();
        });
        return reader;
    }

    /** A file cannot tell of times after its last change, but for the difference of two clocks and zones. */
    private static int yearsTooLate(LogLineReader reader, Instant changed) {
        int years = reader.newYears();
        boolean inFuture = reader.lastTime().isKnown()
                && years == 0
                && reader.lastTime().fromNs() / NS_PER_SECOND
                        > changed.plus(LogLineReader.TOLERANCE).getEpochSecond();
        return inFuture ? 1 : years;
    }

    private void keep(LogLineReader reader, List<LogFact> found) throws IOException {
        lines += reader.lines();
        factLines += reader.facts();
        unreadableStamps += reader.unreadableStamps();
        reader.windows().forEach((engine, window) -> {
            coverage.merge(engine, empty(engine).and(window), (old, one) -> old.and(window));
            window.processes().forEach(processes::add);
        });
        for (LogFact fact : found) {
            coverage.computeIfPresent(fact.at().engine(), (engine, seen) -> seen.withFacts(1));
        }
        facts.addAll(found);
        if (facts.size() > MOST_FACTS) {
            throw new IOException(
                    "more than " + MOST_FACTS + " lease facts in " + root + "; read fewer logs at a time");
        }
    }

    private static EngineCoverage empty(String engine) {
        return new EngineCoverage(engine, 0, 0, 0, LogTime.UNKNOWN, LogTime.UNKNOWN);
    }

    private LogReading finish() {
        facts.addAll(restarts());
        List<LogFact> folded = FactFold.fold(facts, options.foldWithin().toNanos());
        return new LogReading(folded, new ArrayList<>(coverage.values()), lines, factLines, unreadableStamps);
    }

    /**
     * A process that comes back under its name with another id is another life; which files told it does not matter. One
     * process stands for its engine: the engine core if its lines are there, else the first of the workers.
     */
    private List<LogFact> restarts() {
        processes.sort(Comparator.comparing(seen -> seen.at().time()));
        Map<String, String> speakers = new HashMap<>();
        processes.forEach(seen -> speakers.merge(seen.rank(), seen.at().process(), ProcessWatch::speaker));
        Map<String, Long> last = new HashMap<>();
        List<LogFact> restarts = new ArrayList<>();
        for (LogLineReader.ProcessSeen seen : processes) {
            if (!seen.at().process().equals(speakers.get(seen.rank()))) {
                continue;
            }
            Long old = last.put(seen.rank(), seen.pid());
            if (old != null && old != seen.pid()) {
                restarts.add(new LogFact.EngineRestarted(seen.at(), old, seen.pid()));
            }
        }
        return restarts;
    }
}
