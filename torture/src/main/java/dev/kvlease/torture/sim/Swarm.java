package dev.kvlease.torture.sim;

import dev.kvlease.core.Settings;
import dev.kvlease.fleet.scenario.Faults;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.FleetSize;
import dev.kvlease.fleet.scenario.Hardships;
import dev.kvlease.fleet.scenario.LeaseTerms;
import dev.kvlease.fleet.scenario.NetworkModel;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.scenario.Workload;
import dev.kvlease.gate.core.GateOptions;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws a history from a seed. Each kind of fault is switched on or off by itself, so that faults meet in ever other
 * combinations; a history with every fault at once hides what two of them do together.
 */
final class Swarm {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000 * MS;
    private static final long HOUR_MS = 3_600_000L;
    private static final long BEYOND_HORIZON_NS = 700 * SECOND;
    /** Nothing of the conversations is to be remembered after so long. */
    private static final long BEYOND_ALL_NS = 1_500 * SECOND;

    private final SplittableRandom random;
    /** Draws what was added later, so that seeds stay what they were as to the rest. */
    private final SplittableRandom aside;

    private final TortureMode mode;

    private Swarm(long seed, TortureMode mode) {
        this.random = new SplittableRandom(seed ^ 0x746f_7274_7572_6521L);
        this.aside = new SplittableRandom(seed ^ 0x6265_7472_6179_6564L);
        this.mode = mode;
    }

    /** The history of a seed. */
    static Play draw(long seed, TortureMode mode) {
        return new Swarm(seed, mode).play();
    }

    private Play play() {
        boolean strict = random.nextBoolean();
        Settings settings =
                new Settings(Settings.DEFAULT.marginNs(), Settings.DEFAULT.driftPpm(), strict, random.nextBoolean());
        FleetScenario fleet = fleet().with(network()).with(hardships());
        return new Play(mode, fleet, stream(), gates(strict), settings);
    }

    /** A share that is nothing as often as not. */
    private double perhaps(double most) {
        return random.nextBoolean() ? 0 : random.nextDouble(0, most);
    }

    private double perhaps(double least, double most) {
        return random.nextBoolean() ? 0 : random.nextDouble(least, most);
    }

    private long ms(long least, long most) {
        return random.nextLong(least, most) * MS;
    }

    private FleetScenario fleet() {
        long ttlNs = random.nextLong(10, 90) * SECOND;
        int conversations = random.nextInt(4, 24);
        FleetSize size = new FleetSize(
                random.nextInt(1, 4),
                random.nextInt(0, 2),
                random.nextInt(1, 5),
                conversations,
                10 + conversations * random.nextInt(4, 12),
                random.nextInt(1, 3),
                random.nextInt(0, 4),
                random.nextInt(1, 6),
                random.nextInt(1, 3));
        LeaseTerms terms =
                new LeaseTerms(ttlNs, random.nextLong(9, 30) * SECOND, ms(0, 80), ms(8_000, 40_000), 0, perhaps(0.3));
        Workload workload = new Workload(
                ms(200, 2_000),
                random.nextLong(1, 1 + ttlNs / SECOND / 3) * SECOND,
                ms(20, 1_500),
                random.nextDouble(0, 0.4),
                random.nextDouble(0, 0.2),
                perhaps(0.1),
                random.nextDouble(0, 0.4),
                perhaps(0.2),
                perhaps(0.3));
        long durationNs = random.nextLong(60, 240) * SECOND;
        long tailNs = random.nextInt(8) == 0 ? longTailNs() : random.nextLong(20, 60) * SECOND;
        return new FleetScenario(
                "torture",
                size,
                terms,
                workload,
                faults(),
                NetworkModel.PERFECT,
                ReaderPolicy.GATED,
                durationNs,
                tailNs);
    }

    private long longTailNs() {
        return aside.nextBoolean() ? BEYOND_HORIZON_NS : BEYOND_ALL_NS;
    }

    private Faults faults() {
        return new Faults(
                random.nextDouble(0, 0.5),
                perhaps(0.3),
                random.nextDouble(0, 0.3),
                perhaps(10, 80),
                perhaps(10, 60),
                random.nextLong(1, 20) * SECOND,
                perhaps(10, 80),
                random.nextLong(1, 30) * SECOND,
                List.of(),
                List.of());
    }

    private NetworkModel network() {
        long usualNs = ms(1, 200);
        return new NetworkModel(
                perhaps(0.08),
                perhaps(0.15),
                random.nextLong(0, usualNs),
                usualNs,
                perhaps(0.1),
                usualNs + ms(0, 8_000),
                random.nextBoolean(),
                0);
    }

    private Hardships hardships() {
        boolean within = mode == TortureMode.WITHIN_BOUNDS;
        boolean drifts = !within && random.nextBoolean();
        return new Hardships(
                random.nextInt(3) == 0 ? 0 : random.nextDouble(0.1, 0.6),
                drifts ? random.nextDouble(Hardships.USUAL_PPM, 500) : Hardships.USUAL_PPM,
                within || (drifts && random.nextBoolean()) ? 0 : random.nextDouble(1, 60),
                ms(1, 40_000),
                perhaps(1),
                random.nextLong(1, 60) * SECOND,
                perhaps(0.1),
                ms(100, 20_000),
                aside.nextInt(4) == 0 ? aside.nextDouble(0.02, 0.4) : 0,
                random.nextBoolean());
    }

    private StreamModel stream() {
        boolean exactlyOnce = random.nextBoolean();
        return new StreamModel(
                random.nextInt(1, 4),
                exactlyOnce,
                exactlyOnce ? ms(20, 200) : ms(50, 10_000),
                random.nextInt(3) == 0 ? 0 : random.nextDouble(0.0005, 0.02),
                ms(1, 5_000),
                random.nextInt(3) == 0,
                perhaps(10, 400),
                ms(10, 8_000),
                random.nextInt(4) == 0 ? random.nextDouble(5, 40) : 0,
                random.nextInt(3) == 0 ? 30 * HOUR_MS : HOUR_MS);
    }

    private GateModel gates(boolean strict) {
        boolean fallback = !strict && random.nextInt(4) == 0;
        return new GateModel(
                GateOptions.DEFAULT.withFallback(
                        fallback ? GateOptions.Fallback.OWN_CLOCK : GateOptions.Fallback.EXPIRED),
                fallback,
                ms(5_000, 40_000),
                random.nextBoolean() ? 0 : ms(1, 60),
                perhaps(5, 100),
                ms(100, 6_000),
                perhaps(5, 60),
                perhaps(5, 60));
    }
}
