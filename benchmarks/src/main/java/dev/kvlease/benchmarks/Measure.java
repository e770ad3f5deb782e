package dev.kvlease.benchmarks;

import dev.kvlease.benchmarks.peers.PeerComparison;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.state.StateMeasurement;
import dev.kvlease.benchmarks.throughput.CoreMeasurement;
import dev.kvlease.benchmarks.throughput.DayMeasurement;
import dev.kvlease.benchmarks.throughput.ReplayMeasurement;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Runs measurements by name; {@code benchmarks/run} starts it. */
public final class Measure {
    private static final List<Measurement> ALL = List.of(
            new Measurement(
                    "core", true, "10 s", "records a second through the core, one thread", CoreMeasurement::measure),
            new Measurement(
                    "replay", true, "20 s", "records a second of 'replay' from a file", ReplayMeasurement::measure),
            new Measurement(
                    "day",
                    false,
                    "5 min",
                    "replay and audit of a day of 64 engines, held against the truth; 3 GB under benchmarks/target",
                    DayMeasurement::measure),
            new Measurement(
                    "state",
                    true,
                    "1 min",
                    "what a million leases take, and reading them back",
                    StateMeasurement::measure),
            new Measurement(
                    "throughput",
                    false,
                    "15 min",
                    "records a second of the application, a pass-through and Flink; --help after it lists options",
                    PeerComparison::measure));

    private static final String QUICK = "quick";
    private static final int USAGE = 2;

    private Measure() {}

    /**
     * Runs the usual measurements, or those named.
     *
     * @param args names; {@code quick} runs each only long enough to show that it works, and all of them if none is named
     * @throws Exception if a measurement cannot run, or if what it checks does not hold
     */
    public static void main(String[] args) throws Exception {
        List<String> names = new ArrayList<>(Arrays.asList(args));
        boolean quick = names.removeIf(QUICK::equals);
        if (names.contains("--help") || names.contains("-h")) {
            help(System.out);
            return;
        }
        Optional<String> unknown =
                names.stream().filter(name -> find(name).isEmpty()).findFirst();
        if (unknown.isPresent()) {
            System.err.println("there is no measurement '" + unknown.get() + "'; benchmarks/run --help lists them");
            System.exit(USAGE);
        }
        Run run = new Run(quick, System.out);
        for (Measurement measurement : ALL) {
            boolean asked = names.isEmpty() ? quick || measurement.usual() : names.contains(measurement.name());
            if (asked) {
                measurement.job().run(run);
            }
        }
    }

    private static Optional<Measurement> find(String name) {
        return ALL.stream()
                .filter(measurement -> measurement.name().equals(name))
                .findFirst();
    }

    private static void help(PrintStream out) {
        out.println("usage: benchmarks/run [quick] [NAME ...]");
        out.println();
        out.println(
                "Without a name those with a * are run. quick runs each, or those named, only long enough to show that");
        out.println("it works. Times are those of two quiet cores.");
        out.println();
        for (Measurement measurement : ALL) {
            out.printf(
                    Locale.ROOT,
                    "%s %-11s %7s   %s%n",
                    measurement.usual() ? "*" : " ",
                    measurement.name(),
                    measurement.takes(),
                    measurement.what());
        }
    }
}
