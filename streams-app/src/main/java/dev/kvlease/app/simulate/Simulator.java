package dev.kvlease.app.simulate;

import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.eventfile.OffsetCounter;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.Observers;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.replay.Replayer;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.fleet.Delivered;
import dev.kvlease.fleet.FleetSimulation;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.truth.GroundTruth;
import java.util.Optional;

/**
 * Runs a simulated fleet whose readers are answered by the core itself, and writes what the engines say as an event file.
 * A replay of that file gives the very verdicts that the readers were given. One seed gives one file, to the byte.
 */
public final class Simulator {
    private final FleetSimulation fleet;
    private final EventFileWriter file;
    private final Replayer replayer;
    private final OffsetCounter offsets = new OffsetCounter();
    private long line;

    /**
     * A fleet about to start.
     *
     * @param scenario what it does
     * @param seed decides everything that the scenario leaves to chance
     * @param file takes the records
     * @param truth takes what really happened to each read
     * @param observer watches the answers
     */
    public Simulator(
            FleetScenario scenario, long seed, EventFileWriter file, GroundTruth truth, ReplayObserver observer) {
        this.fleet = new FleetSimulation(scenario, seed, truth);
        this.file = file;
        this.replayer = new Replayer(Settings.DEFAULT, new Observers(observer, new Answers(fleet)));
    }

    /**
     * Lets the next record arrive.
     *
     * @return false when the scenario is over
     */
    public boolean step() {
        Optional<Delivered> next = fleet.poll();
        next.ifPresent(delivered -> CoreRecords.forward(delivered, origin(delivered), file, replayer));
        return next.isPresent();
    }

    private Origin origin(Delivered delivered) {
        long offset = offsets.offset(CoreRecords.topic(delivered.record()), 0, OffsetCounter.UNTOLD);
        return new Origin("", ++line, 0, offset, delivered.timestampMs());
    }

    /**
     * How far the simulation has come.
     *
     * @return true time in nanoseconds since the start
     */
    public long trueNs() {
        return fleet.trueNs();
    }

    /** Gives the answers to their readers. */
    private record Answers(FleetSimulation fleet) implements ReplayObserver {
        @Override
        public void verdict(Verdict verdict) {
            fleet.onVerdict(CoreRecords.toFleet(verdict));
        }

        @Override
        public void applying(Topic topic, Origin at) {}

        @Override
        public void nullValue() {}

        @Override
        public void violation(Violation violation) {}

        @Override
        public void clockOffset(ClockOffset offset) {}

        @Override
        public void refused(BadRecord reason) {}

        @Override
        public void note(Note note) {}
    }
}
