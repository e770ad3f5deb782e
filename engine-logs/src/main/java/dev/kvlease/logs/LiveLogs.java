package dev.kvlease.logs;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Follows the logs of engines line by line, while they are written, and makes of each line the records that
 * {@link EngineLogs} makes of whole files. What a log tells later cannot change what was made before, and nothing ends, so
 * there are differences: a line that tells nothing else lets a holder's clock go on, about every 5 s; a process that is
 * first seen under another id is another life from there on; repetitions are told by the lines before.
 *
 * <p>Nothing is kept over a restart. Each instance therefore begins lives of its own, so that its numbers, which begin at 0
 * again, cannot be taken for those of another. All lines of an engine belong to one instance. Not thread-safe.
 */
public final class LiveLogs {
    private static final int MOST_LOGS = 10_000;
    private static final int MOST_LEASES = 100_000;

    private final LogOptions options;
    private final Map<String, LogLineReader> readers = new LinkedHashMap<>(16, 0.75f, true);
    private final ProcessWatch processes = new ProcessWatch();
    private final RepeatFilter repeats;
    private final FactRecords records;
    private final List<LogNews> news = new ArrayList<>();
    private long lines;
    private long facts;
    private long repeated;

    /**
     * Begins with nothing known.
     *
     * @param options what the logs do not say themselves
     * @param enginePrefix put before the names of engines in records, so that they cannot be mixed with records that an
     *     engine itself sends on its own clock; may be empty
     * @param run tells this instance from others: part of the incarnations that it makes up
     */
    public LiveLogs(LogOptions options, String enginePrefix, String run) {
        this.options = options;
        this.repeats = new RepeatFilter(options.foldWithin().toNanos());
        this.records = new FactRecords(
                options,
                new FactRecords.Naming(enginePrefix, FactRecords.LIFE + run + "-"),
                MOST_LEASES,
                record -> news.add(new LogNews.Recorded(record)));
    }

    /**
     * Takes the next line of an engine's log.
     *
     * @param engine the engine, unless the line names its pod or container; what is one log must come under one name
     * @param line the line as it was written, without its end
     * @param now about the time; tells the year of the log's first stamp if the options do not
     * @return what it amounts to, in order; mostly nothing
     */
    public List<LogNews> take(String engine, String line, Instant now) {
        lines++;
        LogLineReader.Line read = reader(engine, now).take(line);
        processes.saw(read.process()).ifPresent(records::take);
        Optional<LogFact> fact = read.fact();
        if (fact.isPresent()) {
            take(fact.get());
        } else {
            records.heard(read.at());
        }
        List<LogNews> taken = List.copyOf(news);
        news.clear();
        return taken;
    }

    private void take(LogFact fact) {
        facts++;
        if (!repeats.isFirst(fact)) {
            repeated++;
        } else if (!records.take(fact)) {
            news.add(new LogNews.Sighted(fact));
        }
    }

    private LogLineReader reader(String engine, Instant now) {
        LogLineReader reader = readers.computeIfAbsent(engine, name -> LogLineReader.following(name, options, now));
        if (readers.size() > MOST_LOGS) {
            readers.remove(readers.keySet().iterator().next());
        }
        return reader;
    }

    /**
     * Lines taken so far.
     *
     * @return a count
     */
    public long lines() {
        return lines;
    }

    /**
     * Lines so far that told a lease fact, repetitions included.
     *
     * @return a count
     */
    public long facts() {
        return facts;
    }

    /**
     * Facts so far that the engine had told just before.
     *
     * @return a count
     */
    public long repeated() {
        return repeated;
    }
}
