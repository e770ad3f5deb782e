package dev.kvlease.benchmarks;

import dev.kvlease.benchmarks.flame.FlameMeasurement;
import dev.kvlease.benchmarks.jmh.JmhMeasurement;
import dev.kvlease.benchmarks.latency.LatencyMeasurement;
import dev.kvlease.benchmarks.peers.PeerComparison;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.scaling.CoreScaling;
import dev.kvlease.benchmarks.scaling.TopologyScaling;
import dev.kvlease.benchmarks.state.Footprint;
import dev.kvlease.benchmarks.state.RestoreMeasurement;
import dev.kvlease.benchmarks.state.TakeoverMeasurement;
import dev.kvlease.benchmarks.state.WeekMeasurement;
import dev.kvlease.benchmarks.throughput.CoreMeasurement;
import dev.kvlease.benchmarks.throughput.DayMeasurement;
import dev.kvlease.benchmarks.throughput.ReplayMeasurement;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
                    "throughput",
                    false,
                    "15 min",
                    "records a second of the application, a pass-through and Flink; --help after it lists options",
                    PeerComparison::measure),
            new Measurement(
                    "footprint",
                    true,
                    "1 min",
                    "what a million leases take in the core and in RocksDB, and reading them back",
                    Footprint::measure),
            new Measurement(
                    "restore",
                    false,
                    "3 min",
                    "the application with a million leases: heap, files, changelog, and starts with and without files",
                    RestoreMeasurement::measure),
            new Measurement(
                    "takeover",
                    false,
                    "6 min",
                    "from the kill of an instance to the verdicts of its standby, with a million leases",
                    TakeoverMeasurement::measure),
            new Measurement(
                    "week",
                    false,
                    "1 min",
                    "what is remembered over a week of virtual time; fails if it grows",
                    WeekMeasurement::measure),
            new Measurement(
                    "latency",
                    false,
                    "12 min",
                    "from an intent to its verdict, beside a raw echo; from a release to the gate",
                    LatencyMeasurement::measure),
            new Measurement(
                    "core-scaling",
                    false,
                    "3 min",
                    "what a record costs the core against leases, reads and holders; draws curves",
                    CoreScaling::measure),
            new Measurement(
                    "topology-scaling",
                    false,
                    "6 min",
                    "records a second against partitions and threads; draws curves",
                    TopologyScaling::measure),
            new Measurement(
                    "jmh",
                    false,
                    "15 min",
                    "nanoseconds and bytes of single calls: core, serde, read gate",
                    JmhMeasurement::measure),
            new Measurement(
                    "flame",
                    false,
                    "1 min",
                    "where the time goes in the core and in the stream thread; draws flame graphs",
                    FlameMeasurement::measure));

    /** Names that stand for several. */
    private static final Map<String, List<String>> GROUPS = Map.of(
            "state",
            List.of("footprint", "restore", "takeover", "week"),
            "scaling",
            List.of("core-scaling", "topology-scaling"));

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
        List<String> names = new ArrayList<>();
        Arrays.asList(args).forEach(name -> names.addAll(GROUPS.getOrDefault(name, List.of(name))));
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
                    "%s %-16s %7s   %s%n",
                    measurement.usual() ? "*" : " ",
                    measurement.name(),
                    measurement.takes(),
                    measurement.what());
        }
        GROUPS.forEach((name, members) -> out.printf(Locale.ROOT, "  %-16s %7s   %s%n", name, "", members));
    }
}
