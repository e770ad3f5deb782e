package dev.kvlease.benchmarks.workload;

import dev.kvlease.benchmarks.report.CpuTime;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import java.util.ArrayList;
import java.util.List;

/** An engine of the core for every holder, without anything around them. */
public final class Engines {
    private final List<LeaseEngine> engines = new ArrayList<>();
    private final CountingEffects effects = new CountingEffects();
    private long offset;

    /**
     * New engines.
     *
     * @param holders how many, named as in {@link Workload}
     */
    public Engines(int holders) {
        for (int i = 0; i < holders; i++) {
            engines.add(new LeaseEngine(StandingLeases.holder(i), Settings.DEFAULT, false));
        }
    }

    /**
     * Applies records.
     *
     * @param steps the records, in order
     * @return the processor time it took this thread, in nanoseconds
     */
    public long apply(List<Workload.Step> steps) {
        long startNs = CpuTime.ns();
        for (Workload.Step step : steps) {
            AsOf asOf = new AsOf(0, offset, offset, offset, offset);
            step.record().applyTo(engines.get(step.holder()), new Arrival(offset / 1_000, offset, asOf), effects);
            offset++;
        }
        return CpuTime.ns() - startNs;
    }

    /**
     * Leases that stand.
     *
     * @return how many, of all holders
     */
    public int standing() {
        return engines.stream()
                .mapToInt(engine -> engine.facts().leases().standing())
                .sum();
    }

    /**
     * What followed.
     *
     * @return counts
     */
    public CountingEffects effects() {
        return effects;
    }
}
