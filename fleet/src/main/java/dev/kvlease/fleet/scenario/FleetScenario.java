package dev.kvlease.fleet.scenario;

import java.util.List;

/**
 * Everything but the seed that decides what a simulated fleet does.
 *
 * @param name what it is called
 * @param size how large the fleet is
 * @param terms how long leases and clock samples last
 * @param workload what conversations do
 * @param faults what goes wrong in engines
 * @param network how records travel
 * @param policy how readers decide
 * @param durationNs true time during which new turns begin
 * @param tailNs true time afterwards in which what is open comes to its end and holders only say that they are alive
 * @param hardships what goes wrong beyond the usual
 */
public record FleetScenario(
        String name,
        FleetSize size,
        LeaseTerms terms,
        Workload workload,
        Faults faults,
        NetworkModel network,
        ReaderPolicy policy,
        long durationNs,
        long tailNs,
        Hardships hardships) {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long MINUTE = 60 * SECOND;

    /** Checks that time goes on. */
    public FleetScenario {
        if (durationNs <= 0 || tailNs < 0) {
            throw new IllegalArgumentException("a scenario lasts longer than nothing");
        }
    }

    /**
     * A fleet without hardships.
     *
     * @param name what it is called
     * @param size how large the fleet is
     * @param terms how long leases and clock samples last
     * @param workload what conversations do
     * @param faults what goes wrong in engines
     * @param network how records travel
     * @param policy how readers decide
     * @param durationNs true time during which new turns begin
     * @param tailNs true time afterwards
     */
    public FleetScenario(
            String name,
            FleetSize size,
            LeaseTerms terms,
            Workload workload,
            Faults faults,
            NetworkModel network,
            ReaderPolicy policy,
            long durationNs,
            long tailNs) {
        this(name, size, terms, workload, faults, network, policy, durationNs, tailNs, Hardships.NONE);
    }

    /**
     * Nothing goes wrong, except that a few turns come too late and a few leases end early, as in any fleet.
     *
     * @param engines holders and readers together; at least 2
     * @param conversations conversations at any time
     * @param durationNs true time during which new turns begin
     * @return the scenario, with readers that obey verdicts
     */
    public static FleetScenario calm(int engines, int conversations, long durationNs) {
        return new FleetScenario(
                "calm",
                FleetSize.of(engines, conversations),
                new LeaseTerms(480 * SECOND, 30 * SECOND, 50 * MS, 45 * SECOND),
                new Workload(4 * SECOND, 40 * SECOND, 300 * MS, 0.03, 0.1, 0.05, 0.02, 0.05),
                new Faults(0.05, 0.01, 0.005, 0, 0, 0, 0, 0, List.of(), List.of()),
                new NetworkModel(0, 0, MS, 8 * MS, 0, 0, true, 3 * MS),
                ReaderPolicy.GATED,
                durationNs,
                MINUTE);
    }

    /**
     * Records get lost, come twice, late and out of order, and holders are cut off from the log for a while.
     *
     * @param engines holders and readers together; at least 2
     * @param conversations conversations at any time
     * @param durationNs true time during which new turns begin
     * @return the scenario, with readers that obey verdicts
     */
    public static FleetScenario lossy(int engines, int conversations, long durationNs) {
        FleetScenario calm = calm(engines, conversations, durationNs);
        Faults faults = new Faults(0.1, 0.03, 0.05, 0, 0, 0, 6, 20 * SECOND, List.of(), List.of());
        NetworkModel network = new NetworkModel(0.01, 0.03, MS, 40 * MS, 0.02, 3 * SECOND, false, 10 * MS);
        return new FleetScenario(
                "lossy",
                calm.size,
                calm.terms,
                calm.workload,
                faults,
                network,
                ReaderPolicy.GATED,
                durationNs,
                calm.tailNs);
    }

    /**
     * Engines of both sides crash and come back with another life and another clock.
     *
     * @param engines holders and readers together; at least 2
     * @param conversations conversations at any time
     * @param durationNs true time during which new turns begin
     * @return the scenario, with readers that obey verdicts
     */
    public static FleetScenario restarts(int engines, int conversations, long durationNs) {
        FleetScenario calm = calm(engines, conversations, durationNs);
        Faults faults = new Faults(0.05, 0.01, 0.01, 12, 6, 20 * SECOND, 0, 0, List.of(), List.of());
        return new FleetScenario(
                "restarts",
                calm.size,
                calm.terms,
                calm.workload,
                faults,
                calm.network,
                ReaderPolicy.GATED,
                durationNs,
                calm.tailNs);
    }

    /**
     * A short history with all that the gate is for: turns that come too late, early releases, one restart of a holder
     * and one lost release. Leases are short enough for their ends to be seen within it.
     *
     * @param engines holders and readers together; at least 2
     * @param conversations conversations at any time
     * @param durationNs true time during which new turns begin
     * @return the scenario, with readers that obey verdicts
     */
    public static FleetScenario incident(int engines, int conversations, long durationNs) {
        FleetScenario calm = calm(engines, conversations, durationNs);
        long ttl = Math.max(9 * SECOND, Math.min(480 * SECOND, durationNs / 3));
        Faults faults =
                new Faults(0.15, 0.02, 0.01, 0, 0, 2 * SECOND, 0, 0, List.of(durationNs / 2), List.of(durationNs / 3));
        return new FleetScenario(
                "incident",
                calm.size,
                new LeaseTerms(ttl, Math.max(8 * SECOND, ttl / 2), 50 * MS, Math.min(45 * SECOND, durationNs / 4)),
                new Workload(SECOND, ttl / 4, 250 * MS, 0.15, 0.05, 0.05, 0.05, 0.05),
                faults,
                calm.network,
                ReaderPolicy.GATED,
                durationNs,
                5 * SECOND);
    }

    /**
     * The same with another way to decide.
     *
     * @param other how readers decide
     * @return a copy
     */
    public FleetScenario with(ReaderPolicy other) {
        return new FleetScenario(name, size, terms, workload, faults, network, other, durationNs, tailNs, hardships);
    }

    /**
     * The same on another network.
     *
     * @param other how records travel
     * @return a copy
     */
    public FleetScenario with(NetworkModel other) {
        return new FleetScenario(name, size, terms, workload, faults, other, policy, durationNs, tailNs, hardships);
    }

    /**
     * The same with other faults.
     *
     * @param other what goes wrong in engines
     * @return a copy
     */
    public FleetScenario with(Faults other) {
        return new FleetScenario(name, size, terms, workload, other, network, policy, durationNs, tailNs, hardships);
    }

    /**
     * The same in another size.
     *
     * @param other how large the fleet is
     * @return a copy
     */
    public FleetScenario with(FleetSize other) {
        return new FleetScenario(name, other, terms, workload, faults, network, policy, durationNs, tailNs, hardships);
    }

    /**
     * The same with other lease terms.
     *
     * @param other how long leases and clock samples last
     * @return a copy
     */
    public FleetScenario with(LeaseTerms other) {
        return new FleetScenario(name, size, other, workload, faults, network, policy, durationNs, tailNs, hardships);
    }

    /**
     * The same with other conversations.
     *
     * @param other what conversations do
     * @return a copy
     */
    public FleetScenario with(Workload other) {
        return new FleetScenario(name, size, terms, other, faults, network, policy, durationNs, tailNs, hardships);
    }

    /**
     * The same with another tail.
     *
     * @param otherTailNs true time after the last turn has begun
     * @return a copy
     */
    public FleetScenario withTail(long otherTailNs) {
        return new FleetScenario(
                name, size, terms, workload, faults, network, policy, durationNs, otherTailNs, hardships);
    }

    /**
     * The same with hardships.
     *
     * @param other what goes wrong beyond the usual
     * @return a copy
     */
    public FleetScenario with(Hardships other) {
        return new FleetScenario(name, size, terms, workload, faults, network, policy, durationNs, tailNs, other);
    }
}
