package dev.kvlease.torture.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Runs campaigns in a thread that is watched, so that a case without an end is found too. */
final class Fuzzing {
    /** CPU time after which a case counts as one without an end. */
    static final long HANG_CPU_NS = 20_000_000_000L;

    private static final long LOOK_MS = 200;

    private final long seed;
    private final Consumer<Campaign> progress;

    /**
     * Campaigns of a seed.
     *
     * @param progress told now and then how far a campaign has come
     */
    Fuzzing(long seed, Consumer<Campaign> progress) {
        this.seed = seed;
        this.progress = progress;
    }

    /**
     * What was found.
     *
     * @param campaign the cases
     * @param findings faults, shrunk
     * @param cpuNs CPU time taken
     */
    record Result(Campaign campaign, List<Finding> findings, long cpuNs) {}

    /** Takes a number of cases and shrinks what is found. */
    Result run(Target target, long cases) throws InterruptedException {
        Campaign campaign = new Campaign(target, seed);
        return watched(campaign, () -> campaign.run(cases));
    }

    /** Takes one case. */
    Result runCase(Target target, byte[] input) throws InterruptedException {
        Campaign campaign = new Campaign(target, seed);
        return watched(campaign, () -> campaign.one(input));
    }

    private Result watched(Campaign campaign, Runnable work) throws InterruptedException {
        List<Finding> shrunk = new ArrayList<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread worker = new Thread(
                () -> {
                    work.run();
                    campaign.findings().forEach(found -> shrunk.add(shrink(campaign, found)));
                },
                "fuzz-" + campaign.target().name());
        worker.setDaemon(true);
        worker.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
        worker.start();
        long cpuNs = 0;
        byte[] seen = {};
        long seenCpuNs = 0;
        while (worker.isAlive()) {
            worker.join(LOOK_MS);
            progress.accept(campaign);
            long nowNs = Meter.cpuNs(worker);
            cpuNs = nowNs < 0 ? cpuNs : nowNs;
            if (campaign.running() != seen) {
                seen = campaign.running();
                seenCpuNs = cpuNs;
            } else if (cpuNs - seenCpuNs > HANG_CPU_NS) {
                return new Result(campaign, List.of(hang(campaign, worker)), cpuNs);
            }
        }
        if (failure.get() != null) {
            throw new IllegalStateException("the fuzzer failed", failure.get());
        }
        return new Result(campaign, shrunk, cpuNs);
    }

    private static Finding hang(Campaign campaign, Thread worker) {
        Finding.Broken endless = new Finding.Broken("it has no end");
        endless.setStackTrace(worker.getStackTrace());
        return Finding.of(campaign.target().name(), endless, campaign.running());
    }

    private static Finding shrink(Campaign campaign, Finding found) {
        byte[] smallest = new Shrinker(input -> {
                    Optional<Finding> again = campaign.tryAgain(input);
                    return again.isPresent() && again.get().kind().equals(found.kind());
                })
                .shrink(found.input());
        return campaign.tryAgain(smallest).orElse(found.with(smallest));
    }
}
