package dev.kvlease.benchmarks.scaling;

import dev.kvlease.benchmarks.draw.Curves;
import dev.kvlease.benchmarks.draw.Panel;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.workload.SteadyLoad;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * What a record of the mix costs the core, in processor time of one thread, against live leases, open reads, holders, and
 * with one hot holder. The sizes of a curve take turns, so that a slow moment of the machine meets all of them.
 */
public final class CoreScaling {
    private static final int HOLDERS = 64;

    private final Run run;

    private CoreScaling(Run run) {
        this.run = run;
    }

    /**
     * Prints the costs and draws the curves.
     *
     * @param run how many leases, and how long
     * @throws IOException if the picture cannot be written
     */
    public static void measure(Run run) throws IOException {
        CoreScaling scaling = new CoreScaling(run);
        int shrink = run.of(100, 1);
        List<Panel> panels = List.of(
                scaling.curve(
                        "live leases",
                        List.of(10_000, 100_000, 1_000_000),
                        leases -> new SteadyLoad.Size(HOLDERS, leases / shrink, SteadyLoad.READ_SOON, 0)),
                scaling.curve(
                        "open reads of a lease",
                        List.of(0, 1, 8, 63),
                        reads -> new SteadyLoad.Size(HOLDERS, 10_000 / shrink, reads, 0)),
                scaling.curve(
                        "holders",
                        List.of(16, 1_000, 10_000),
                        holders -> new SteadyLoad.Size(
                                holders / run.of(10, 1), 100_000 / shrink, SteadyLoad.READ_SOON, 0)),
                scaling.curve(
                        "% for one holder",
                        List.of(0, 80),
                        hot -> new SteadyLoad.Size(HOLDERS, 100_000 / shrink, SteadyLoad.READ_SOON, hot)));
        run.draw(
                "scaling-core.svg",
                new Curves("What a record costs the core", "ns of one thread's processor time", panels).svg());
    }

    private Panel curve(String across, List<Integer> ticks, IntFunction<SteadyLoad.Size> sizes) {
        List<CoreLoad> loads = new ArrayList<>();
        for (int tick : ticks) {
            loads.add(new CoreLoad(String.format(Locale.ROOT, "%,d", tick), sizes.apply(tick)));
        }
        int rounds = run.of(2, 8);
        for (int round = 0; round < rounds; round++) {
            for (CoreLoad load : loads) {
                load.batch(run.of(5_000, 150_000), round > 0);
            }
        }
        double first = loads.get(0).medianNs();
        run.say("cost of a record, " + across);
        for (CoreLoad load : loads) {
            run.figure(
                    "  " + load.tick(),
                    String.format(Locale.ROOT, "%,.0f", load.medianNs()),
                    "ns",
                    String.format(Locale.ROOT, "%.2f of the first", load.medianNs() / first));
        }
        return new Panel(
                across,
                ticks.stream().map(Curves::compact).toList(),
                List.of(new Panel.Line(
                        "", loads.stream().map(CoreLoad::medianNs).toList())));
    }
}
