package dev.kvlease.logs;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Reads the lines of one log in their order: one fact a line, or none. Keeps nothing but the state that the order of
 * lines needs (the year, the hour that comes twice, which processes there are). Not thread-safe.
 *
 * <p>Lines that tell no lease fact pass silently; {@link #lines} and {@link #facts} count. Repetitions by other ranks are
 * not folded here.
 */
public final class LogLineReader {
    /** How far stamps may seem to lie in the future. */
    static final Duration TOLERANCE = Duration.ofDays(2);

    /** What lies beyond in a line is passed over. */
    static final int LONGEST_LINE = 65_536;

    private static final int MOST_PROCESSES = 4_096;

    private final String engine;
    private final LogOptions options;
    private final String source;
    private final StampClock clock;
    private final Map<String, EngineWindow> windows = new HashMap<>();
    private long lines;
    private long facts;
    private LogTime lastTime = LogTime.UNKNOWN;

    /**
     * A reader at the start of a log.
     *
     * @param engine the engine whose log it is, unless a line names its pod or container
     * @param source what to call the log in sightings, such as a file name
     * @param options what the log does not say itself
     * @param firstYear the year of the first stamp without one
     */
    public LogLineReader(String engine, String source, LogOptions options, int firstYear) {
        this(engine, source, options, new StampClock(options.zone(), firstYear, Long.MAX_VALUE));
    }

    private LogLineReader(String engine, String source, LogOptions options, StampClock clock) {
        this.engine = engine;
        this.source = source;
        this.options = options;
        this.clock = clock;
    }

    /** A reader of a log that is being written: its first stamp lies in the past, but for clocks and zones that differ. */
    static LogLineReader following(String engine, LogOptions options, Instant now) {
        int year = options.firstYear().orElse(now.atZone(options.zone()).getYear());
        long latestNs = options.firstYear().isPresent()
                ? Long.MAX_VALUE
                : TimeUnit.SECONDS.toNanos(now.plus(TOLERANCE).getEpochSecond());
        return new LogLineReader(engine, engine, options, new StampClock(options.zone(), year, latestNs));
    }

    /**
     * Takes the next line.
     *
     * @param line the line as it was written, without its end
     * @return what it tells about a lease, or empty
     */
    public Optional<LogFact> read(String line) {
        return take(line).fact();
    }

    Line take(String line) {
        lines++;
        String plain = LineHead.plain(line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE));
        Optional<JsonLine> json = plain.startsWith("{") ? JsonLine.parse(plain) : Optional.empty();
        String message = json.isPresent() ? LineHead.plain(json.get().message()) : plain;
        LineHead head = head(json, LineHead.of(message));
        LogTime time = clock.timeOf(head.stamp());
        if (time.isKnown()) {
            lastTime = time;
        }
        String emitter = options.nameOf(head.emitter().isEmpty() ? engine : head.emitter());
        Sighting at = new Sighting(emitter, head.process(), time, source, lines, 1);
        windows.computeIfAbsent(emitter, name -> new EngineWindow()).saw(at, head.pid());
        Optional<LogFact> fact = MessageShapes.find(message)
                .filter(candidate -> LineHead.mayStartAt(message, candidate.from()))
                .flatMap(candidate -> candidate.read(message, at));
        facts += fact.isPresent() ? 1 : 0;
        return new Line(at, head.pid(), fact);
    }

    /**
     * Lines read so far.
     *
     * @return a count
     */
    public long lines() {
        return lines;
    }

    /**
     * Lines so far that told a lease fact.
     *
     * @return a count
     */
    public long facts() {
        return facts;
    }

    /**
     * Stamps so far that are no date in their year: the year may be wrong.
     *
     * @return a count
     */
    public long unreadableStamps() {
        return clock.unreadable();
    }

    int newYears() {
        return clock.newYears();
    }

    LogTime lastTime() {
        return lastTime;
    }

    Map<String, EngineWindow> windows() {
        return windows;
    }

    /** What stands in JSON fields wins over the head of the message inside. */
    private static LineHead head(Optional<JsonLine> json, LineHead inner) {
        if (json.isEmpty()) {
            return inner;
        }
        JsonLine outer = json.get();
        return new LineHead(
                outer.emitter().isEmpty() ? inner.emitter() : outer.emitter(),
                inner.process().isEmpty() ? outer.process() : inner.process(),
                inner.pid() == LogFact.UNTOLD ? outer.pid() : inner.pid(),
                outer.stamp().equals(Stamp.NONE) ? inner.stamp() : outer.stamp());
    }

    /** What one log shows of one engine: from when to when, how many lines, which processes. */
    static final class EngineWindow {
        private final Map<String, ProcessSeen> processes = new HashMap<>();
        private long lines;
        private LogTime first = LogTime.UNKNOWN;
        private LogTime last = LogTime.UNKNOWN;

        private void saw(Sighting at, long pid) {
            lines++;
            if (at.time().isKnown()) {
                first = first.isKnown() && first.compareTo(at.time()) <= 0 ? first : at.time();
                last = last.isKnown() && last.compareTo(at.time()) >= 0 ? last : at.time();
            }
            ProcessSeen process = new ProcessSeen(at, pid);
            if (process.tellsLives() && processes.size() < MOST_PROCESSES) {
                processes.putIfAbsent(at.process() + ' ' + pid, process);
            }
        }

        long lines() {
            return lines;
        }

        LogTime first() {
            return first;
        }

        LogTime last() {
            return last;
        }

        Iterable<ProcessSeen> processes() {
            return processes.values();
        }
    }

    /** What one line is: where it was seen, the id of its process or {@link LogFact#UNTOLD}, and what it tells. */
    record Line(Sighting at, long pid, Optional<LogFact> fact) {
        ProcessSeen process() {
            return new ProcessSeen(at, pid);
        }
    }

    /** A line of a process. */
    record ProcessSeen(Sighting at, long pid) {
        /** Whether another id of this process would be another life of the engine: an API server's would not. */
        boolean tellsLives() {
            boolean ofEngine =
                    at.process().startsWith("EngineCore") || at.process().startsWith("Worker");
            return ofEngine && pid != LogFact.UNTOLD && at.time().isKnown();
        }

        /** The engine, each data-parallel rank being one. */
        String rank() {
            return at.dataParallelRank() + " " + at.engine();
        }
    }
}
