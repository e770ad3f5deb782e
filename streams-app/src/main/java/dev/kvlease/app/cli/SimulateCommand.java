package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.replay.ReplaySummary;
import dev.kvlease.app.simulate.Simulator;
import dev.kvlease.app.simulate.TruthFile;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.truth.GroundTruth;
import dev.kvlease.fleet.truth.TruthTotals;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code simulate}: a seeded fleet history as an event file. */
@Command(
        name = "simulate",
        header = "Writes the history of a simulated fleet as an event file, with the truth beside it.",
        description = {
            "",
            "The readers of the fleet are answered by kvlease itself, so a replay of the file gives the verdicts that they"
                    + " were given. The same seed and options give the same file, to the byte.",
            "",
            "The truth file has one line a read: what became of it, whether its bytes were another request's, and what a"
                    + " reader without a gate would have got. The exit code is 1 if a read used foreign bytes, as those of"
                    + " readers without a gate do.",
            ""
        },
        footer = {
            "  kvlease simulate --seed 7 --out fleet.ndjson --truth truth.ndjson",
            "  kvlease simulate --scenario lossy --engines 40 --duration 1h --out day.ndjson",
            "  kvlease simulate --policy ungated --out bad.ndjson; kvlease audit --input bad.ndjson",
            "  kvlease simulate --torture --reads 1000000 --threads 2"
        })
final class SimulateCommand implements Callable<Integer> {
    private static final int STEPS_BETWEEN_TICKS = 1_024;
    private static final int MOST_THREADS = 256;
    private static final String SHRUNK = "shrunk.ndjson";

    private final Console console;

    @Mixin
    private FleetOptions fleet;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Decides everything left to chance (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description =
                    "Where the event file goes; - is standard output. With --torture: the records of a history that"
                            + " broke a rule (default: " + SHRUNK + ").")
    private String out;

    @Option(names = "--truth", paramLabel = "FILE", description = "Where the ground truth goes.")
    private String truthOut;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print no progress and no summary.")
    private boolean quiet;

    SimulateCommand(Console console) {
        this.console = console;
    }

    @Option(
            names = "--torture",
            description =
                    "Play fleets under every fault at once, a new one a seed, and check after each step what must hold"
                            + " whatever fails. The first seed that breaks a rule is shrunk to the few records that matter.")
    private boolean torture;

    @Option(
            names = "--reads",
            paramLabel = "N",
            defaultValue = "100000",
            description =
                    "With --torture: seeds are played until there were so many reads (default: ${DEFAULT-VALUE}).")
    private long reads;

    @Option(
            names = "--mode",
            paramLabel = "within-bounds|outside-bounds",
            defaultValue = "within-bounds",
            description =
                    "With --torture: whether clocks keep the bound that the rules rest on (default), or drift beyond it"
                            + " and step; then what rests on it is not checked.")
    private String mode;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "With --torture: how many seeds at a time (default: as many as there are processors).")
    private Integer threads;

    @Override
    public Integer call() throws IOException {
        if (torture) {
            return torture().code();
        }
        if (out == null) {
            throw new CommandException(ExitCode.USAGE, "say where the event file goes: --out FILE");
        }
        FleetScenario scenario = fleet.scenario();
        if (out.equals(truthOut)) {
            throw new CommandException(ExitCode.USAGE, "--out and --truth must be two files");
        }
        TruthTotals totals = new TruthTotals();
        try (EventFileWriter events = new EventFileWriter(Outputs.open(out, console));
                NdjsonWriter truths = new NdjsonWriter(truthStream())) {
            TruthFile truthFile = new TruthFile(truths);
            GroundTruth truth = read -> {
                totals.read(read);
                truthFile.read(read);
            };
            run(scenario, events, truth);
        }
        if (!quiet) {
            console.err().print(proof(scenario, totals));
        }
        return (totals.foreignUsed() > 0 ? ExitCode.FOUND_PROBLEMS : ExitCode.OK).code();
    }

    private ExitCode torture() throws IOException {
        int atATime =
                threads == null ? Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()) : threads;
        if (reads < 1 || atATime < 1 || atATime > MOST_THREADS) {
            throw new CommandException(ExitCode.USAGE, "--reads must be at least 1, --threads 1 to " + MOST_THREADS);
        }
        Torture torturer = ServiceLoader.load(Torture.class)
                .findFirst()
                .orElseThrow(() -> new CommandException(
                        ExitCode.UNAVAILABLE, "--torture needs the module torture, which is not on the class path"));
        String file = out == null ? SHRUNK : out;
        return torturer.run(
                new Torture.Order(seed, reads, mode, atATime, new ShrunkFile(file, console), quiet), console);
    }

    private record ShrunkFile(String name, Console console) implements Torture.Target {
        @Override
        public OutputStream open() throws IOException {
            return Outputs.open(name, console);
        }
    }

    private OutputStream truthStream() throws IOException {
        return truthOut == null ? OutputStream.nullOutputStream() : Outputs.open(truthOut, console);
    }

    private void run(FleetScenario scenario, EventFileWriter events, GroundTruth truth) {
        ReplaySummary summary = new ReplaySummary();
        Simulator simulator = new Simulator(scenario, seed, events, truth, summary);
        double endNs = scenario.durationNs() + scenario.tailNs();
        Progress progress = new Progress(console, quiet, "records", summary::records, () -> simulator.trueNs() / endNs);
        for (long steps = 1; simulator.step(); steps++) {
            if (steps % STEPS_BETWEEN_TICKS == 0) {
                progress.tick();
            }
        }
        String done = progress.finish();
        if (!quiet) {
            console.err().println(done);
            console.err().print(summary.table());
        }
    }

    private String proof(FleetScenario scenario, TruthTotals totals) {
        String declined = totals.goodDeclinedByReason().entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                """
                Ground truth of %,d reads (scenario %s, seed %d):
                  %-52s %,d
                  %-52s %,d
                  %-52s %,d
                  %-52s %s
                """,
                totals.reads(),
                scenario.name(),
                seed,
                "would have used foreign blocks without a gate",
                totals.foreignWithoutGate(),
                "would have with the check inside the engine",
                totals.foreignWithOriginalFix(),
                "did use foreign blocks, readers being " + scenario.policy(),
                totals.foreignUsed(),
                "good reads that were not used",
                declined.isEmpty() ? "none" : declined);
    }
}
