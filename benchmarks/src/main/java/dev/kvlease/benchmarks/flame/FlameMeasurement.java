package dev.kvlease.benchmarks.flame;

import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.cluster.Drain;
import dev.kvlease.benchmarks.draw.FlameGraph;
import dev.kvlease.benchmarks.draw.Frames;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.workload.Engines;
import dev.kvlease.benchmarks.workload.Workload;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.streams.processor.internals.StreamThread;

/** Draws where the time goes: of the core, and of the stream thread of the full application. */
public final class FlameMeasurement {
    private static final int PARTITIONS = 4;
    private static final int HOLDERS = 64;
    private static final long SEED = 1;
    private static final String APPLY = Engines.class.getName() + ".apply";
    private static final String LOOP = StreamThread.class.getName() + ".runLoop";

    private FlameMeasurement() {}

    /**
     * Draws both.
     *
     * @param run how long
     * @throws Exception if a part cannot run
     */
    public static void measure(Run run) throws Exception {
        Workload workload = new Workload(SEED, HOLDERS);
        Engines engines = new Engines(HOLDERS);
        for (int i = 0; i < run.of(1, 4); i++) {
            apply(engines, workload, run);
        }
        String own = Thread.currentThread().getName();
        Frames core = Recorder.sample(own::equals, APPLY, () -> {
            for (int i = 0; i < run.of(1, 12); i++) {
                apply(engines, workload, run);
            }
        });
        draw(run, "flame-core.svg", "The core, one thread, mixed workload", core);
        try (Cluster cluster = Cluster.start(PARTITIONS)) {
            List<Workload.Step> steps = new Workload(SEED, HOLDERS).next(run.of(5_000, 400_000));
            cluster.produce(steps);
            Frames topology = Recorder.sample(
                    name -> name.contains("StreamThread"),
                    LOOP,
                    () -> Drain.elapsedNs(cluster, cluster.applicationProperties("flame"), steps.size()));
            draw(run, "flame-topology.svg", "The stream thread of the full application, mixed workload", topology);
        }
    }

    /** The records are made before; Recorder leaves the making out. */
    private static void apply(Engines engines, Workload workload, Run run) {
        // only what is sampled meanwhile is asked for
        long unused = engines.apply(workload.next(run.of(20_000, 250_000)));
    }

    private static void draw(Run run, String name, String title, Frames frames) throws IOException {
        run.figure(name, String.format(Locale.ROOT, "%,d", frames.samples()), "", "samples: " + title);
        run.draw(name, new FlameGraph(title, frames).svg());
    }
}
