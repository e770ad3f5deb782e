package dev.kvlease.benchmarks.scaling;

import dev.kvlease.benchmarks.workload.Engines;
import dev.kvlease.benchmarks.workload.SteadyLoad;
import java.util.ArrayList;
import java.util.List;

/** Engines with a state of a given size, and what a record of the mix costs them. */
final class CoreLoad {
    private static final long SEED = 1;

    private final String tick;
    private final SteadyLoad load;
    private final Engines engines;
    private final List<Double> nsPerRecord = new ArrayList<>();

    /**
     * Fills the engines.
     *
     * @param tick what tells this size from others in its curve
     * @param size how large the state is
     */
    CoreLoad(String tick, SteadyLoad.Size size) {
        this.tick = tick;
        this.load = new SteadyLoad(SEED, size);
        this.engines = new Engines(size.holders());
        // its processor time is not asked for
        long unused = engines.apply(load.fill());
    }

    /** Applies that many records, made before they are timed; the first time does not count. */
    void batch(int count, boolean counts) {
        long elapsedNs = engines.apply(load.next(count));
        if (counts) {
            nsPerRecord.add(elapsedNs / (double) count);
        }
    }

    String tick() {
        return tick;
    }

    double medianNs() {
        double[] sorted =
                nsPerRecord.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
