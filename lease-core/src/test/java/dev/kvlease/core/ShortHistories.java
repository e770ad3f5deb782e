package dev.kvlease.core;

import dev.kvlease.fleet.scenario.Faults;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.FleetSize;
import dev.kvlease.fleet.scenario.LeaseTerms;
import dev.kvlease.fleet.scenario.NetworkModel;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.scenario.Workload;
import java.util.List;
import java.util.SplittableRandom;

/** Draws a small, crowded, troubled fleet for a few minutes from a seed. */
final class ShortHistories {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000 * MS;
    private static final long BEYOND_HORIZON_NS = 700 * SECOND;

    private ShortHistories() {}

    /** Records get lost, late, doubled and disordered, and engines restart: any mixture of it. */
    static FleetScenario troubled(long seed, ReaderPolicy policy) {
        SplittableRandom random = new SplittableRandom(seed);
        return scenario(random, policy).with(network(random));
    }

    /** The same in a third of the time, for judges that are slow. */
    static FleetScenario brief(long seed, ReaderPolicy policy) {
        FleetScenario s = troubled(seed, policy);
        return new FleetScenario(
                s.name(),
                s.size(),
                s.terms(),
                s.workload(),
                s.faults(),
                s.network(),
                policy,
                s.durationNs() / 3,
                s.tailNs());
    }

    /** The same engines, but every record arrives at once. */
    static FleetScenario onAPerfectNetwork(long seed, ReaderPolicy policy) {
        SplittableRandom random = new SplittableRandom(seed);
        FleetScenario scenario = scenario(random, policy);
        Faults f = scenario.faults();
        return scenario.with(new Faults(
                f.earlyReleaseShare(),
                f.replacementShare(),
                f.noticeLossShare(),
                f.holderRestartsPerHour(),
                f.readerRestartsPerHour(),
                f.maxDownNs(),
                0,
                0,
                List.of(),
                List.of()));
    }

    private static FleetScenario scenario(SplittableRandom random, ReaderPolicy policy) {
        long ttlNs = random.nextLong(10, 60) * SECOND;
        int conversations = random.nextInt(2, 9);
        FleetSize size = new FleetSize(
                random.nextInt(1, 3),
                random.nextInt(0, 2),
                random.nextInt(1, 4),
                conversations,
                10 + conversations * random.nextInt(4, 12),
                random.nextInt(1, 3),
                random.nextInt(0, 4),
                random.nextInt(1, 6),
                random.nextInt(1, 3));
        LeaseTerms terms = new LeaseTerms(
                ttlNs,
                random.nextLong(9, 25) * SECOND,
                random.nextLong(0, 80) * MS,
                random.nextLong(8, 40) * SECOND,
                random.nextBoolean() ? 0 : random.nextLong(100) * MS,
                random.nextBoolean() ? 0 : random.nextDouble(0, 0.3));
        Workload workload = new Workload(
                random.nextLong(200, 2_000) * MS,
                random.nextLong(1, 1 + ttlNs / SECOND / 3) * SECOND,
                random.nextLong(20, 1_500) * MS,
                random.nextDouble(0, 0.4),
                random.nextDouble(0, 0.2),
                0.05,
                random.nextDouble(0, 0.4),
                0.1,
                random.nextDouble(0, 0.3));
        long durationNs = random.nextLong(60, 240) * SECOND;
        long tailNs = random.nextInt(8) == 0 ? BEYOND_HORIZON_NS : random.nextLong(10, 60) * SECOND;
        return new FleetScenario(
                "short", size, terms, workload, faults(random), NetworkModel.PERFECT, policy, durationNs, tailNs);
    }

    private static Faults faults(SplittableRandom random) {
        return new Faults(
                random.nextDouble(0, 0.5),
                random.nextBoolean() ? 0 : random.nextDouble(0, 0.3),
                random.nextDouble(0, 0.3),
                random.nextBoolean() ? 0 : random.nextDouble(10, 80),
                random.nextBoolean() ? 0 : random.nextDouble(10, 60),
                random.nextLong(1, 20) * SECOND,
                random.nextBoolean() ? 0 : random.nextDouble(10, 80),
                random.nextLong(1, 30) * SECOND,
                List.of(),
                List.of());
    }

    private static NetworkModel network(SplittableRandom random) {
        long usualNs = random.nextLong(1, 200) * MS;
        return new NetworkModel(
                random.nextBoolean() ? 0 : random.nextDouble(0, 0.08),
                random.nextBoolean() ? 0 : random.nextDouble(0, 0.15),
                random.nextLong(0, usualNs),
                usualNs,
                random.nextBoolean() ? 0 : random.nextDouble(0, 0.1),
                usualNs + random.nextLong(0, 8 * SECOND),
                random.nextBoolean(),
                random.nextBoolean() ? 0 : random.nextLong(0, 60 * MS));
    }
}
