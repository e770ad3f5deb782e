package dev.kvlease.benchmarks.peers;

import dev.kvlease.app.cli.Console;
import dev.kvlease.app.cli.Main;
import dev.kvlease.benchmarks.report.Directories;
import dev.kvlease.benchmarks.report.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lets everyone take the same log in turn, and counts what they answered; {@code benchmarks/run throughput} starts it. */
@Command(
        name = "benchmarks/run throughput",
        mixinStandardHelpOptions = true,
        header = "Records per second of the full application, a pass-through and the same join in Flink, side by side.")
public final class PeerComparison implements Callable<Integer> {
    @Mixin
    private PeerOptions options;

    private final PrintStream out;

    private PeerComparison(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs the comparison with other than the usual numbers.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.exit(execute(System.out, args));
    }

    /**
     * Prints the medians and their ratios.
     *
     * @param run how long
     */
    public static void measure(Run run) {
        int code = run.quick() ? execute(run.out(), "--quick") : execute(run.out());
        if (code != 0) {
            throw new IllegalStateException("the comparison with the peers failed");
        }
    }

    private static int execute(PrintStream out, String... args) {
        return new CommandLine(new PeerComparison(out)).execute(args);
    }

    @Override
    public Integer call() throws Exception {
        Path directory = Files.createTempDirectory("kvlease-throughput");
        try (SharedBroker broker = SharedBroker.start(directory, options.partitions())) {
            compare(broker, directory);
        } finally {
            Directories.delete(directory);
        }
        return 0;
    }

    private void compare(SharedBroker broker, Path directory) throws Exception {
        RecordLog log = RecordLog.produce(broker, options.warmUp() + options.records());
        out.printf(
                Locale.ROOT,
                "throughput: %,d records after %,d for warming up; partitions %d, threads %d; commits every %d ms; heap %s%n",
                log.records() - options.warmUp(),
                options.warmUp(),
                options.partitions(),
                options.threads(),
                options.commitMs(),
                options.heap());
        Comparison comparison = new Comparison(log.answers());
        for (int number = 0; number < options.runs(); number++) {
            for (Contender contender : options.contenders()) {
                broker.emptyOutputs();
                Lap lap = Lap.of(contender, broker, options, log, number, directory);
                comparison.add(contender, lap);
                progress(number, contender.title(), lap);
                if (contender.answers()) {
                    comparison.add(contender, answers(contender, broker, log));
                }
                if (contender == Contender.APPLICATION) {
                    Lap replay = replay(broker, log, directory.resolve("replayed.ndjson"));
                    comparison.addReplay(replay);
                    progress(number, "topic replay", replay);
                }
            }
        }
        comparison.print(out);
    }

    private void progress(int number, String title, Lap lap) {
        System.err.printf(
                Locale.ROOT, "run %d of %d: %s, %,.0f /s%n", number + 1, options.runs(), title, lap.perSecond());
    }

    /** Without a failure at-least-once is once. */
    private static Answers answers(Contender contender, SharedBroker broker, RecordLog log)
            throws ExecutionException, InterruptedException {
        Answers answers = Answers.count(broker);
        if (answers.toIntents() != log.answers().toIntents()) {
            throw new IllegalStateException(contender.title() + " gave " + answers.toIntents() + " answers to "
                    + log.answers().toIntents() + " intents");
        }
        return answers;
    }

    /** The command in this process, over the topics that the application has just answered. */
    private static Lap replay(SharedBroker broker, RecordLog log, Path verdicts) throws IOException {
        long startNs = System.nanoTime();
        int code = Main.run(
                Console.ofProcess(),
                "replay",
                "--quiet",
                "--bootstrap-server",
                broker.bootstrapServers(),
                "--schema-registry-url",
                broker.registryUrl(),
                "--out",
                verdicts.toString());
        Lap lap = new Lap(log.records(), Duration.ofNanos(System.nanoTime() - startNs), Duration.ZERO);
        if (code != 0) {
            throw new IllegalStateException("replay ended with exit code " + code);
        }
        Files.delete(verdicts);
        return lap;
    }
}
