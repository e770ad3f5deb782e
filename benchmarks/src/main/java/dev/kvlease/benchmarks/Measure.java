package dev.kvlease.benchmarks;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Prints the first measurements; {@code benchmarks/run} starts it. */
public final class Measure {
    private static final int CORE_BATCHES = 12;
    private static final int REPLAY_RUNS = 6;
    private static final int TOPOLOGY_RUNS = 4;
    private static final int QUICK_RUNS = 2;

    private Measure() {}

    /**
     * Runs all measurements, or those named.
     *
     * @param args {@code core}, {@code replay}, {@code state}, {@code topology}; none means these four. {@code day}, which takes minutes
     *     and gigabytes, is only run when asked for. {@code quick} runs each only long enough to show that it works, a day
     *     of a quarter of an hour among them.
     * @throws Exception if a measurement cannot run
     */
    public static void main(String[] args) throws Exception {
        Set<String> asked = Set.of(args);
        boolean quick = asked.contains("quick");
        boolean all = args.length == (quick ? 1 : 0);
        PrintStream out = System.out;
        if (all || asked.contains("core")) {
            out.println(CoreMeasurement.measure(quick ? QUICK_RUNS : CORE_BATCHES));
        }
        if (all || asked.contains("replay")) {
            out.println(ReplayMeasurement.measure(quick ? QUICK_RUNS : REPLAY_RUNS));
        }
        if (asked.contains("day") || (all && quick)) {
            DayMeasurement.measure(quick, out);
        }
        if (all || asked.contains("state")) {
            StateMeasurement.measure(quick, out);
        }
        if (all || asked.contains("topology")) {
            List<Rates> rates = TopologyMeasurement.measure(quick ? QUICK_RUNS : TOPOLOGY_RUNS);
            rates.forEach(out::println);
            out.printf(
                    Locale.ROOT,
                    "full application / pass-through   %.2f%n",
                    rates.get(0).median() / rates.get(1).median());
        }
    }
}
