package dev.kvlease.benchmarks.throughput;

import dev.kvlease.benchmarks.report.Rates;
import dev.kvlease.benchmarks.report.Run;
import dev.kvlease.benchmarks.workload.CountingEffects;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Core apply, one thread, mixed workload: records applied per second of the thread's own processor time. */
public final class CoreMeasurement {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int HOLDERS = 64;
    private static final int BATCH = 250_000;
    private static final long SEED = 1;

    private CoreMeasurement() {}

    /**
     * Runs batches through one set of engines; every batch is made before it is timed.
     *
     * @param run how long
     */
    public static void measure(Run run) {
        Workload workload = new Workload(SEED, HOLDERS);
        List<LeaseEngine> engines = new ArrayList<>();
        for (int i = 0; i < HOLDERS; i++) {
            engines.add(new LeaseEngine("decode-" + i, Settings.DEFAULT, false));
        }
        CountingEffects effects = new CountingEffects();
        Rates rates = new Rates("core apply, one thread");
        long offset = 0;
        for (int batch = 0; batch < run.of(2, 12); batch++) {
            List<Workload.Step> steps = workload.next(BATCH);
            long startNs = THREADS.getCurrentThreadCpuTime();
            for (Workload.Step step : steps) {
                AsOf asOf = new AsOf(0, offset, offset, offset, offset);
                step.record().applyTo(engines.get(step.holder()), new Arrival(offset / 1_000, offset, asOf), effects);
                offset++;
            }
            rates.add(steps.size(), THREADS.getCurrentThreadCpuTime() - startNs);
        }
        rates.remark(String.format(
                Locale.ROOT,
                "%,d READABLE, %,d EXPIRED, %,d revoked",
                effects.readable(),
                effects.expired(),
                effects.revoked()));
        run.say(rates.toString());
    }
}
