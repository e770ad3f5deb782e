package dev.kvlease.benchmarks.scaling;

import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.cluster.Drain;
import dev.kvlease.benchmarks.draw.Curves;
import dev.kvlease.benchmarks.draw.Panel;
import dev.kvlease.benchmarks.report.Rates;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Records a second of the full application against partitions, with one and two threads, which take turns. */
public final class TopologyScaling {
    private static final int HOLDERS = 64;
    private static final long SEED = 1;

    private TopologyScaling() {}

    /**
     * Prints the rates and draws the curves.
     *
     * @param run how long
     * @throws Exception if a part cannot run
     */
    public static void measure(Run run) throws Exception {
        List<Integer> counts = run.quick() ? List.of(2) : List.of(1, 2, 4, 8, 16);
        List<Integer> threads = run.quick() ? List.of(2) : List.of(1, 2);
        List<List<Double>> medians =
                threads.stream().<List<Double>>map(each -> new ArrayList<>()).toList();
        for (int partitions : counts) {
            List<Rates> rates = rates(run, partitions, threads);
            for (int i = 0; i < rates.size(); i++) {
                run.say(rates.get(i).toString());
                medians.get(i).add(rates.get(i).median());
            }
        }
        Panel panel = new Panel(
                "partitions of each topic",
                counts.stream().map(String::valueOf).toList(),
                IntStream.range(0, threads.size())
                        .mapToObj(i -> new Panel.Line("threads: " + threads.get(i), medians.get(i)))
                        .toList());
        run.draw(
                "scaling-topology.svg",
                new Curves("The full application beside its broker on two cores", "records/s", List.of(panel)).svg());
    }

    private static List<Rates> rates(Run run, int partitions, List<Integer> threadCounts) throws Exception {
        List<Workload.Step> steps = new Workload(SEED, HOLDERS).next(run.of(5_000, 200_000));
        try (Cluster cluster = Cluster.start(partitions)) {
            cluster.produce(steps);
            List<Rates> rates = new ArrayList<>();
            threadCounts.forEach(threads ->
                    rates.add(new Rates("topology, " + partitions + " partitions, " + threads + " threads")));
            for (int round = 0; round < run.of(2, 4); round++) {
                for (int i = 0; i < threadCounts.size(); i++) {
                    Map<String, String> properties =
                            cluster.applicationProperties("scaling-" + round + "-" + threadCounts.get(i));
                    properties.put("num.stream.threads", threadCounts.get(i).toString());
                    rates.get(i).add(steps.size(), Drain.elapsedNs(cluster, properties, steps.size()));
                }
            }
            return rates;
        }
    }
}
