package dev.kvlease.demo;

import dev.kvlease.fleet.scenario.Faults;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.FleetSize;
import dev.kvlease.fleet.scenario.LeaseTerms;
import dev.kvlease.fleet.scenario.NetworkModel;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.scenario.Workload;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What the demo's fleet does. Leases are far shorter than in production, so that a few seconds show how they end; the
 * rules, their margin of 5 s and the clocks are the real ones.
 */
public final class DemoScenario {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final long TAIL_NS = 2 * SECOND;
    private static final long FAULTS_EVERY_NS = 40 * SECOND;
    private static final long LATEST_FIRST_LOSS_NS = 7 * SECOND;
    private static final long LATEST_FIRST_RESTART_NS = 12 * SECOND;

    private DemoScenario() {}

    /**
     * The scenario for some options.
     *
     * @param options what the demo does
     * @return what its fleet does
     */
    public static FleetScenario of(DemoOptions options) {
        long lastsNs = options.lasts().orElse(LONGEST).toNanos();
        return new FleetScenario(
                "demo",
                size(options),
                new LeaseTerms(8 * SECOND, 12 * SECOND, 50 * MS, 4 * SECOND, 150 * MS, 0, true),
                new Workload(800 * MS, 1_800 * MS, 200 * MS, 0.15, 0.05, 0.05, 0.05, 0.05),
                faults(lastsNs),
                NetworkModel.PERFECT,
                ReaderPolicy.GATED,
                Math.max(SECOND, lastsNs - TAIL_NS),
                TAIL_NS);
    }

    private static FleetSize size(DemoOptions options) {
        FleetSize usual = FleetSize.of(2 * options.holders(), options.conversations());
        return new FleetSize(
                usual.decodeHolders(),
                usual.prefillHolders(),
                options.readers(),
                options.conversations(),
                usual.blocksPerHolder(),
                usual.prompts(),
                usual.promptBlocks(),
                usual.maxOwnBlocks(),
                usual.groups());
    }

    private static Faults faults(long lastsNs) {
        return new Faults(
                0.15,
                0.02,
                0.01,
                0,
                0,
                2 * SECOND,
                0,
                0,
                every(Math.min(LATEST_FIRST_RESTART_NS, lastsNs / 2), lastsNs),
                every(Math.min(LATEST_FIRST_LOSS_NS, lastsNs / 3), lastsNs));
    }

    private static List<Long> every(long firstNs, long lastsNs) {
        return LongStream.iterate(firstNs, atNs -> atNs < lastsNs, atNs -> atNs + FAULTS_EVERY_NS)
                .boxed()
                .toList();
    }
}
