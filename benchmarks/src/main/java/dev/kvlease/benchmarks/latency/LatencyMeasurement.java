package dev.kvlease.benchmarks.latency;

import dev.kvlease.benchmarks.report.Run;
import java.util.List;
import java.util.Locale;

/**
 * From a read intent to its verdict, at a tenth, half and four fifths of what the application takes at most, beside a raw
 * echo in the same broker; and from the release of a lease to the gate that had been told READABLE.
 */
public final class LatencyMeasurement {
    private static final List<Double> LOADS = List.of(0.1, 0.5, 0.8);
    private static final double HALF = 0.5;

    private LatencyMeasurement() {}

    /**
     * Prints them all.
     *
     * @param run how long
     * @throws Exception if a part cannot run, or if an answer is missing
     */
    public static void measure(Run run) throws Exception {
        print(run, "latency in ms", "load", "records/s", "raw echo", "verdict", "p99 / p99");
        String columns = String.format(Locale.ROOT, "%8s %8s %8s", "p50", "p99", "p99.9");
        print(run, "", "", "", columns, columns, "");
        for (Setting setting : settings(run)) {
            try (Bench bench = new Bench(setting, run.of(1, setting.seconds()))) {
                measure(run, setting, bench);
            }
        }
    }

    private static List<Setting> settings(Run run) {
        if (run.quick()) {
            return List.of(new Setting("at_least_once", 1_000, 2, 1));
        }
        return List.of(
                new Setting("at_least_once", 10_000, 2, 3),
                new Setting("at_least_once", 1_000, 2, 3),
                new Setting("at_least_once", 100, 2, 1),
                new Setting("at_least_once", 1_000, 0, 1),
                new Setting("exactly_once_v2", 500, 2, 1),
                new Setting("exactly_once_v2", 100, 2, 1),
                new Setting("exactly_once_v2", 25, 2, 1));
    }

    private static void measure(Run run, Setting setting, Bench bench) throws Exception {
        double most = bench.most(run.of(20_000, 300_000));
        for (double load : LOADS) {
            Bench.Both both = bench.sideBySide(load * most);
            print(
                    run,
                    setting.toString(),
                    percent(load),
                    rate(load * most),
                    both.echo().toString(),
                    both.verdict().toString(),
                    String.format(
                            Locale.ROOT,
                            "%9.2f",
                            both.verdict().p99() / both.echo().p99()));
        }
        Quantiles revoked = bench.revocations(HALF * most, run.of(50, 1_000));
        print(run, "  released until the gate knows", percent(HALF), rate(HALF * most), "", revoked.toString(), "");
    }

    private static String percent(double load) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * load);
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%,.0f", perSecond);
    }

    private static void print(Run run, Object... columns) {
        run.say(String.format(Locale.ROOT, "%-44s %5s %10s  %26s  %26s  %9s", columns)
                .stripTrailing());
    }
}
