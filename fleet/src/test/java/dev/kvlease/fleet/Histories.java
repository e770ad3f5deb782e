package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.fleet.scenario.Faults;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.FleetSize;
import dev.kvlease.fleet.scenario.LeaseTerms;
import dev.kvlease.fleet.scenario.NetworkModel;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.scenario.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Short, eventful histories for tests. */
final class Histories {
    static final long MS = 1_000_000L;
    static final long SECOND = 1_000 * MS;

    private Histories() {}

    /** A small crowded fleet in which everything happens within minutes, on a perfect network. */
    static FleetScenario eventful(ReaderPolicy policy) {
        return new FleetScenario(
                "eventful",
                new FleetSize(2, 1, 3, 24, 160, 2, 3, 6, 2),
                new LeaseTerms(40 * SECOND, 20 * SECOND, 50 * MS, 20 * SECOND, 0, 0.1),
                new Workload(SECOND, 12 * SECOND, 400 * MS, 0.2, 0.1, 0.05, 0.1, 0.1, 0.1),
                new Faults(0.2, 0.1, 0.05, 20, 20, 5 * SECOND, 0, 0, List.of(), List.of()),
                NetworkModel.PERFECT,
                policy,
                300 * SECOND,
                60 * SECOND);
    }

    static void drain(FleetSimulation simulation, Consumer<FleetRecord> records) {
        for (Optional<Delivered> next = simulation.poll(); next.isPresent(); next = simulation.poll()) {
            records.accept(next.get().record());
        }
    }

    static String describe(FleetRecord record) {
        if (record instanceof LeaseEventRecord event) {
            return event.kind() + event.life() + event.seq() + "@" + event.clockNs() + event.requestId()
                    + Arrays.deepToString(event.blockIds()) + Arrays.toString(event.sharedPrefixBlocks())
                    + event.expiryNs() + event.reason();
        }
        if (record instanceof HandshakeSampleRecord sample) {
            return sample.toString();
        }
        return record.toString().replaceAll("\\[\\[?I@[0-9a-f]+", "[");
    }
}
