package dev.kvlease.benchmarks.peers;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What may be varied; given to everyone alike. */
final class PeerOptions {
    private static final String FLINK_HOME = "benchmarks/flink/target";
    private static final long QUICK_RECORDS = 16_000;
    private static final long QUICK_WARM_UP = 4_000;

    @Option(
            names = "--records",
            defaultValue = "1M",
            description = "How many count, for example 200k or 10M; default 1M.")
    private String records;

    @Option(
            names = "--warm-up",
            defaultValue = "1M",
            description = "How many come before them and do not count; default 1M.")
    private String warmUp;

    @Option(names = "--runs", defaultValue = "5", description = "Runs of each, alternating; default 5.")
    private int runs;

    @Option(
            names = "--threads",
            defaultValue = "1",
            description = "Stream threads, and Flink's parallelism; default 1.")
    private int threads;

    @Option(names = "--partitions", defaultValue = "4", description = "Of every topic; default 4.")
    private int partitions;

    @Option(
            names = "--commit-ms",
            defaultValue = "500",
            description = "Interval of commits and of checkpoints; default 500.")
    private long commitMs;

    @Option(names = "--heap", defaultValue = "1500m", description = "Heap of each process; default 1500m.")
    private String heap;

    @Option(names = "--only", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<Contender> only = new ArrayList<>(List.of(Contender.values()));

    @Option(names = "--flink-state-every-record", description = "Flink writes its state after every record.")
    private boolean stateEveryRecord;

    @Option(names = "--flink-unordered", description = "Flink takes the records of the four topics as they come.")
    private boolean unordered;

    @Option(names = "--flink-jvm", description = "An option for Flink's JVM.", hidden = true)
    private List<String> flinkOptions = new ArrayList<>();

    @Option(names = "--quick", description = "Once, with few records, for function only.")
    private boolean quick;

    /** Records that come first and do not count. */
    long warmUp() {
        return quick ? QUICK_WARM_UP : parse(warmUp);
    }

    /** Records that count. */
    long records() {
        return quick ? QUICK_RECORDS : parse(records);
    }

    private static long parse(String text) {
        return Long.parseLong(text.replace("k", "000").replace("M", "000000"));
    }

    int runs() {
        return quick ? 1 : runs;
    }

    int threads() {
        return threads;
    }

    int partitions() {
        return partitions;
    }

    long commitMs() {
        return commitMs;
    }

    String heap() {
        return heap;
    }

    List<Contender> contenders() {
        return only;
    }

    boolean stateEveryRecord() {
        return stateEveryRecord;
    }

    boolean inTimeOrder() {
        return !unordered;
    }

    List<String> flinkOptions() {
        return flinkOptions;
    }

    /** Apart from everybody else's: Flink's RocksDB and clients are others. */
    String flinkClassPath() {
        return Path.of(FLINK_HOME, "classes") + File.pathSeparator + Path.of(FLINK_HOME, "lib") + File.separator + "*";
    }
}
