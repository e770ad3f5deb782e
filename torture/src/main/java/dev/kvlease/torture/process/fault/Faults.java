package dev.kvlease.torture.process.fault;

import java.util.List;

/** All faults. */
public final class Faults {
    private Faults() {}

    /**
     * Makes one of each.
     *
     * @return in the order in which they are told of
     */
    public static List<Fault> all() {
        return List.of(
                new ApplicationKill(),
                new InstanceKill(),
                new InstancePause(),
                new BrokerKill(),
                new PowerLoss(),
                new ClusterKill(),
                new CoordinatorMove(),
                new ConnectorKill(),
                new SlowBrokers(),
                new NetworkCut(),
                new Poison(),
                new DiskFull(),
                new ChangelogLoss(),
                new ClockStep(),
                new IdleThenBurst());
    }
}
