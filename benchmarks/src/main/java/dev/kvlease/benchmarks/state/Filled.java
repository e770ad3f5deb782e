package dev.kvlease.benchmarks.state;

import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.workload.StandingLeases;

/** Live leases written to the topics of a cluster, evenly over 64 holders. */
final class Filled {
    static final int HOLDERS = 64;

    private static final int SLICE = 1_000;
    private static final long SEED = 1;

    private Filled() {}

    /**
     * Writes their events.
     *
     * @param cluster where to
     * @param leases how many
     * @return how many events
     * @throws InterruptedException if the thread is interrupted
     */
    static long with(Cluster cluster, int leases) throws InterruptedException {
        StandingLeases made = new StandingLeases(SEED);
        int events = leases / HOLDERS + 1;
        for (int seq = 0; seq < events; seq += SLICE) {
            cluster.produce(made.steps(HOLDERS, seq, Math.min(events, seq + SLICE)));
        }
        return (long) events * HOLDERS;
    }
}
