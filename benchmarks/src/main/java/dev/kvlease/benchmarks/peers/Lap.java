package dev.kvlease.benchmarks.peers;

import dev.kvlease.benchmarks.report.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;

/**
 * One contender's way through the log, from the commit with which its warm-up ended to the commit of the last record.
 *
 * @param records committed in between
 * @param elapsed in between
 * @param processor processor time of its process in between
 */
record Lap(long records, Duration elapsed, Duration processor) {
    private static final long POLL_MS = 20;
    private static final Duration LIMIT_WITHOUT_PROGRESS = Duration.ofMinutes(2);
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_US = 1e3;

    private record Moment(long committed, long timeNs, Duration processor) {}

    double perSecond() {
        return records * NS_PER_SECOND / elapsed.toNanos();
    }

    double processorUs() {
        return processor.toNanos() / NS_PER_US / records;
    }

    /** Starts a contender, lets it take the whole log, and stops it. */
    static Lap of(Contender contender, SharedBroker broker, PeerOptions options, RecordLog log, int number, Path root)
            throws IOException, ExecutionException, InterruptedException {
        String group = contender.name().toLowerCase(Locale.ROOT) + "-" + number;
        Path directory = Files.createDirectories(root.resolve(group));
        Lap lap;
        try (JavaProcess process = JavaProcess.start(
                root.resolve(group + ".log"), contender.arguments(broker, options, directory, group))) {
            Moment warm = await(process, broker, group, options.warmUp());
            Moment end = await(process, broker, group, log.records());
            if (contender.answers()) {
                awaitAnswers(process, broker, log.answers().toIntents());
            }
            lap = new Lap(
                    end.committed() - warm.committed(),
                    Duration.ofNanos(end.timeNs() - warm.timeNs()),
                    end.processor().minus(warm.processor()));
        }
        Directories.delete(directory);
        return lap;
    }

    /** Flink may commit records that still wait for their turn; they are in the checkpoint. */
    private static void awaitAnswers(JavaProcess process, SharedBroker broker, long count)
            throws IOException, ExecutionException, InterruptedException {
        long startNs = System.nanoTime();
        while (Answers.count(broker).toIntents() < count) {
            process.requireAlive();
            if (System.nanoTime() - startNs > LIMIT_WITHOUT_PROGRESS.toNanos()) {
                throw new IllegalStateException("answers are missing:\n" + process.tail());
            }
            Thread.sleep(POLL_MS);
        }
    }

    private static Moment await(JavaProcess process, SharedBroker broker, String group, long count)
            throws IOException, ExecutionException, InterruptedException {
        long last = -1;
        long lastNs = System.nanoTime();
        while (true) {
            Duration processor = process.processorTime();
            long committed = broker.committed(group);
            long nowNs = System.nanoTime();
            if (committed >= count) {
                return new Moment(committed, nowNs, processor);
            }
            if (committed > last) {
                last = committed;
                lastNs = nowNs;
            }
            process.requireAlive();
            if (nowNs - lastNs > LIMIT_WITHOUT_PROGRESS.toNanos()) {
                throw new IllegalStateException(group + " stands still at " + committed + " of " + count + " for "
                        + LIMIT_WITHOUT_PROGRESS + ":\n" + process.tail());
            }
            Thread.sleep(POLL_MS);
        }
    }
}
