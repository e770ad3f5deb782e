package dev.kvlease.torture.process.world;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.simulate.CoreRecords;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.fleet.Delivered;
import dev.kvlease.fleet.FleetSimulation;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.scenario.Faults;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.NetworkModel;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.truth.ReadTruth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What a simulated fleet says, without end: conversations, early releases, holders that start again, records that come
 * late, twice or never. Its readers read whatever they are told, so that there is something for the audit to find; they are
 * answered by the core at once, so that what they do does not depend on what is tortured. One seed gives one history.
 */
final class Traffic {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long HOUR = 3_600 * SECOND;
    private static final int ENGINES = 8;
    private static final int CONVERSATIONS = 64;

    private final FleetSimulation fleet;
    private final Map<String, LeaseEngine> engines = new HashMap<>();
    private final List<ReadTruth> foreign = new CopyOnWriteArrayList<>();
    private final Arrived arrived = new Arrived();
    private long taken;

    /**
     * One record.
     *
     * @param topic where it belongs
     * @param input what it says
     */
    record Step(Topic topic, InputRecord input) {}

    Traffic(long seed) {
        FleetScenario incidents = FleetScenario.incident(ENGINES, CONVERSATIONS, 1_000 * HOUR);
        Faults faults = new Faults(0.15, 0.02, 0.01, 2, 0, 2 * SECOND, 0, 0, List.of(), List.of());
        NetworkModel network = new NetworkModel(0.0003, 0.02, MS, 40 * MS, 0.01, 3 * SECOND, false, 3 * MS);
        this.fleet =
                new FleetSimulation(incidents.with(faults).with(network).with(ReaderPolicy.UNGATED), seed, this::learn);
    }

    private void learn(ReadTruth read) {
        if (read.usedForeignBytes()) {
            foreign.add(read);
        }
    }

    /** Reads that really got bytes of another request, and used them. */
    List<ReadTruth> foreign() {
        return List.copyOf(foreign);
    }

    /** Whether the fleet's network has lost a record, or has not brought it yet, without which a read cannot be judged. */
    boolean hasLostRecordOf(ReadTruth read) {
        return arrived.lacks(read, fleet.trueNs());
    }

    List<String> readers() {
        return fleet.readerIds();
    }

    List<String> holders() {
        return fleet.holderIds();
    }

    Step next() {
        Delivered delivered =
                fleet.poll().orElseThrow(() -> new TortureException("the simulated fleet has come to its end"));
        FleetRecord record = delivered.record();
        InputRecord input = CoreRecords.input(record);
        arrived.learn(input);
        LeaseEngine engine =
                engines.computeIfAbsent(input.holder(), holder -> new LeaseEngine(holder, Settings.DEFAULT, false));
        Arrival arrival = new Arrival(delivered.timestampMs(), taken, new AsOf(0, ++taken, 0, 0, 0));
        input.applyTo(engine, arrival, new Answers(fleet));
        return new Step(CoreRecords.topic(record), input);
    }

    /** Gives the answers to their readers. */
    private record Answers(FleetSimulation fleet) implements Effects {
        @Override
        public void verdict(Verdict verdict) {
            fleet.onVerdict(CoreRecords.toFleet(verdict));
        }

        @Override
        public void violation(Violation violation) {}

        @Override
        public void clockOffset(ClockOffset offset) {}

        @Override
        public void refused(BadRecord reason) {}

        @Override
        public void note(Note note) {}
    }

    /**
     * The life of a reader; readers do not start again here.
     *
     * @param input a record
     * @return the reader's id and life, where the record names both
     */
    static Optional<Map.Entry<String, String>> readerOf(InputRecord input) {
        return input instanceof InputRecord.Sample sample
                ? Optional.of(
                        Map.entry(sample.sample().reader(), sample.sample().readerLife()))
                : Optional.empty();
    }
}
