package dev.kvlease.benchmarks.throughput;

import dev.kvlease.benchmarks.report.Rates;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.workload.Engines;
import dev.kvlease.benchmarks.workload.Workload;
import java.util.List;
import java.util.Locale;

/**
 * Core apply, one thread, mixed workload: records applied per second of the thread's own processor time. What is applied
 * before the compiler is done and the engines hold as much as they go on holding does not count.
 */
public final class CoreMeasurement {
    private static final int HOLDERS = 64;
    private static final int BATCH = 250_000;
    private static final int WARM_UP = 1_000_000;
    private static final long SEED = 1;

    private CoreMeasurement() {}

    /**
     * Runs batches through one set of engines; every batch is made before it is timed.
     *
     * @param run how long
     */
    public static void measure(Run run) {
        Workload workload = new Workload(SEED, HOLDERS);
        Engines engines = new Engines(HOLDERS);
        int warmUp = run.of(BATCH, WARM_UP);
        for (int done = 0; done < warmUp; done += BATCH) {
            engines.apply(workload.next(BATCH));
        }
        Rates rates = Rates.warm("core apply, one thread");
        for (int batch = 0; batch < run.of(2, 11); batch++) {
            List<Workload.Step> steps = workload.next(BATCH);
            rates.add(steps.size(), engines.apply(steps));
        }
        rates.remark(String.format(
                Locale.ROOT,
                "after %,d to warm up; %,d READABLE, %,d EXPIRED, %,d revoked",
                warmUp,
                engines.effects().readable(),
                engines.effects().expired(),
                engines.effects().revoked()));
        run.say(rates.toString());
    }
}
