package dev.kvlease.demo.cli;

import dev.kvlease.app.cli.CommandException;
import dev.kvlease.app.cli.Console;
import dev.kvlease.app.cli.DurationConverter;
import dev.kvlease.app.cli.ExitCode;
import dev.kvlease.demo.Demo;
import dev.kvlease.demo.DemoException;
import dev.kvlease.demo.DemoOptions;
import dev.kvlease.demo.DemoResult;
import dev.kvlease.demo.EngineKind;
import dev.kvlease.demo.StopSignal;
import dev.kvlease.demo.Workspace;
import dev.kvlease.demo.view.DemoView;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The verb {@code demo}: the whole platform and a fleet in one process, with the proof at the end. */
@Command(
        name = "demo",
        header = "Shows it all in one process: Kafka, a schema registry, the stream and a simulated fleet.",
        description = {
            "",
            "A real Kafka broker, a schema registry and the stream run in this process, on the loopback interface only."
                    + " Simulated decode and prefill engines talk to them as real ones would: each with its own clock,"
                    + " offset and drift. Leases end early, readers come too late, an engine restarts, an event gets"
                    + " lost. Leases last 8 s, so that a short run shows it all; the rules are the real ones.",
            "",
            "With --engines zmq the engines know nothing of Kafka: they publish their lease events over ZeroMQ as vLLM does,"
                    + " and a Kafka Connect worker in this process follows them. One batch in 40 gets lost on its way and"
                    + " is healed from the engine's replay socket; an engine that restarts takes its sockets with it.",
            "",
            "At the end the ground truth says how many reads would have returned another request's blocks without the"
                    + " gate, how many did with it (the exit code is 1 if any did), and which good reads were declined.",
            "",
            "Ctrl-C ends it with the proof so far (exit code 130).",
            ""
        },
        footer = {
            "  kvlease demo --for 20s",
            "  kvlease demo --for 30s --record run.ndjson",
            "  kvlease demo --for 30s --engines zmq",
            "  kvlease demo --holders 8 --readers 6 --conversations 600"
        })
final class DemoCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Duration UNWATCHED = Duration.ofSeconds(60);
    private static final int MOST_ENGINES = 64;
    private static final int MOST_CONVERSATIONS = 20_000;
    private static final long STOP_SECONDS = 15;
    private static final String CONNECT = "org.apache.kafka.connect.cli.ConnectStandalone";

    private final Console console;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long the fleet runs, for example 20s or 5m (default: until Ctrl-C; 60s if standard error"
                    + " is no terminal).")
    private Duration lasts;

    @Option(
            names = "--holders",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "Engines that hold blocks; a quarter of them are prefill engines (default: ${DEFAULT-VALUE}).")
    private int holders;

    @Option(
            names = "--readers",
            paramLabel = "N",
            defaultValue = "3",
            description = "Engines that read blocks (default: ${DEFAULT-VALUE}).")
    private int readers;

    @Option(
            names = "--conversations",
            paramLabel = "N",
            defaultValue = "160",
            description =
                    "Conversations at any time; each makes about one record a second (default: ${DEFAULT-VALUE}).")
    private int conversations;

    @Option(
            names = "--engines",
            paramLabel = "KIND",
            defaultValue = "kafka",
            description =
                    "kafka: engines have Kafka clients. zmq: they publish over ZeroMQ, and Kafka Connect follows them"
                            + " (default: ${DEFAULT-VALUE}).")
    private EngineKind engines;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "7",
            description = "Decides everything left to chance but the platform's timing (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "At the end, write the run as an event file for replay and explain.")
    private Path record;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where broker, state and log are kept; new or empty (default: a temporary directory that is"
                    + " removed at the end).")
    private Path dataDirectory;

    @Option(names = "--keep", description = "Keep the temporary directory.")
    private boolean keep;

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        StopSignal stop = new StopSignal();
        CountDownLatch over = new CountDownLatch(1);
        Thread hook = new Thread(() -> endOnSignal(stop, over), "demo-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return run(stop);
        } finally {
            over.countDown();
            remove(hook);
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyStopping) {
            // then it runs, and finds that everything is over
        }
    }

    private void check() {
        require(
                lasts == null || (lasts.compareTo(SHORTEST) >= 0 && lasts.compareTo(LONGEST) <= 0),
                "--for must be 5s to 7d");
        require(holders >= 1 && holders <= MOST_ENGINES, "--holders must be 1 to " + MOST_ENGINES);
        require(readers >= 1 && readers <= MOST_ENGINES, "--readers must be 1 to " + MOST_ENGINES);
        require(
                conversations >= 1 && conversations <= MOST_CONVERSATIONS,
                "--conversations must be 1 to " + MOST_CONVERSATIONS);
        require(
                record == null || !Files.isDirectory(record),
                "--record " + record + " is a directory, a file is needed");
        if (engines == EngineKind.ZMQ) {
            requireConnect();
        }
    }

    private static void requireConnect() {
        try {
            Class.forName(CONNECT, false, DemoCommand.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new CommandException(
                    ExitCode.UNAVAILABLE,
                    "--engines zmq needs the libraries of Kafka Connect: start it with ./kvlease, or put lib/connect/* on the"
                            + " class path",
                    e);
        }
    }

    private static void require(boolean fine, String otherwise) {
        if (!fine) {
            throw new CommandException(ExitCode.USAGE, otherwise);
        }
    }

    private int run(StopSignal stop) throws IOException, InterruptedException {
        try (Workspace workspace = openWorkspace()) {
            workspace.takeLogs();
            Optional<DemoResult> result = show(workspace, stop);
            if (workspace.isKept()) {
                console.err().println("Kept: " + workspace.directory());
            }
            boolean failed = result.isPresent() && !result.get().proof().holds();
            return (failed ? ExitCode.FOUND_PROBLEMS : ExitCode.OK).code();
        }
    }

    private Workspace openWorkspace() throws IOException {
        try {
            return Workspace.open(Optional.ofNullable(dataDirectory), keep);
        } catch (DemoException e) {
            throw new CommandException(ExitCode.USAGE, "--data-dir: " + e.getMessage(), e);
        }
    }

    private Optional<DemoResult> show(Workspace workspace, StopSignal stop) throws IOException, InterruptedException {
        DemoOptions options = options(workspace);
        PrintStream out = new PrintStream(console.out(), false, StandardCharsets.UTF_8);
        try (DemoView view = new DemoView(
                options, out, console.err(), console.terminal(), console.environment(), console.nanoTime())) {
            view.hello();
            return new Demo(options, view, stop, console.nanoTime()).run();
        } catch (DemoException e) {
            if (stop.isAsked()) {
                return Optional.empty();
            }
            workspace.keep();
            throw new CommandException(ExitCode.UNAVAILABLE, e.getMessage() + "; the log is " + workspace.log(), e);
        } catch (LinkageError e) {
            // the broker's classes add shutdown hooks, which they cannot once the process is being stopped
            if (stop.isAsked()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private DemoOptions options(Workspace workspace) {
        Optional<Duration> time = Optional.ofNullable(lasts);
        return new DemoOptions(
                console.terminal() ? time : time.or(() -> Optional.of(UNWATCHED)),
                holders,
                readers,
                conversations,
                engines,
                seed,
                workspace.directory(),
                Optional.ofNullable(record));
    }

    private static void endOnSignal(StopSignal stop, CountDownLatch over) {
        stop.ask();
        try {
            over.await(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
