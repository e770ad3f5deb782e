package dev.kvlease.torture.sim;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.simulate.CoreRecords;
import dev.kvlease.fleet.Delivered;
import dev.kvlease.fleet.EngineClock;
import dev.kvlease.fleet.FleetSimulation;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.truth.BrokenPromise;
import dev.kvlease.fleet.truth.GroundTruth;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.torture.sim.rules.Broken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Plays the history of one seed: the fleet and chance decide what happens next in the world. */
final class Conductor implements World.Outlets {
    private final Play play;
    private final FleetSimulation fleet;
    private final World world;
    private final SplittableRandom chance;
    private final Consumer<Step.Numbered> recorder;
    private final List<Lane> lanes;
    private final Map<String, FleetGate> gates = new HashMap<>();
    private final boolean clocksStep;
    /** Gates that were opened before the fleet was there. */
    private final List<FleetGate> early = new ArrayList<>();

    private boolean begun;
    private long lastId;
    private long reads;

    /**
     * A history about to begin.
     *
     * @param play what it is
     * @param seed decides what the play leaves to chance
     * @param subject what is tortured
     * @param broken told each time that a rule does not hold
     * @param clocks keeps the true clocks, for the rules and for playing parts of the history again
     * @param recorder takes the steps
     */
    Conductor(
            Play play,
            long seed,
            Subject subject,
            Consumer<Broken> broken,
            KnownClocks clocks,
            Consumer<Step.Numbered> recorder) {
        this.play = play;
        this.chance = new SplittableRandom(~seed);
        this.recorder = recorder;
        this.clocksStep = play.fleet().hardships().clockStepsPerHour() > 0;
        this.world = new World(play, subject, clocks, broken, this);
        this.lanes = IntStream.range(0, play.stream().partitions())
                .mapToObj(partition -> new Lane(partition, play.stream(), this))
                .toList();
        this.fleet = new FleetSimulation(play.fleet(), seed, new Truths(), this::open);
        clocks.follow(fleet);
        this.begun = true;
        lanes.forEach(Lane::begin);
        early.forEach(FleetGate::begin);
    }

    /** Plays it to its end. */
    void play() {
        for (Optional<Delivered> next = fleet.poll(); next.isPresent(); next = fleet.poll()) {
            FleetRecord record = next.get().record();
            lane(record.holder())
                    .arrive(
                            CoreRecords.topic(record),
                            CoreRecords.input(record),
                            next.get().timestampMs());
        }
        lanes.forEach(Lane::finish);
        world.end(++lastId);
    }

    private Lane lane(String holder) {
        return lanes.get(Math.floorMod(holder.hashCode(), lanes.size()));
    }

    /** Lets something happen in the world. */
    void happen(Step step) {
        long id = ++lastId;
        recorder.accept(new Step.Numbered(id, step));
        step.applyTo(world, id);
    }

    /** What really happens becomes a part of the history. */
    private final class Truths implements GroundTruth {
        @Override
        public void read(ReadTruth read) {
            reads++;
            happen(new Step.Truth(read));
        }

        @Override
        public void broken(BrokenPromise promise) {
            happen(new Step.Betrayal(promise));
        }
    }

    private FleetGate open(String reader, String life, EngineClock clock, List<String> holders) {
        LongSupplier now = () -> clock(life, clock).at(fleet.trueNs());
        FleetGate gate = new FleetGate(this, play.gates(), reader, life, now, holders);
        gates.put(reader, gate);
        if (begun) {
            gate.begin();
        } else {
            early.add(gate);
        }
        return gate;
    }

    private EngineClock clock(String life, EngineClock atFirst) {
        return clocksStep ? fleet.clock(life).orElse(atFirst) : atFirst;
    }

    @Override
    public void logged(String reader) {
        Optional.ofNullable(gates.get(reader)).ifPresent(gate -> gate.verdictComes(lastId));
    }

    @Override
    public void says(String reader, InputRecord record) {
        gates.get(reader).send(FleetRecords.of(record));
    }

    Optional<SimGate> gate(String reader) {
        return world.gate(reader);
    }

    long lastId() {
        return lastId;
    }

    SplittableRandom chance() {
        return chance;
    }

    boolean chance(double share) {
        return share > 0 && chance.nextDouble() < share;
    }

    long between(long least, long most) {
        return least >= most ? least : chance.nextLong(least, most + 1);
    }

    /** Lets something happen again and again, at random times. */
    void repeatedly(double perHour, Runnable task) {
        if (perHour > 0) {
            fleet.after(untilNext(perHour), () -> {
                task.run();
                repeatedly(perHour, task);
            });
        }
    }

    private long untilNext(double perHour) {
        return (long) (-Math.log(1 - chance.nextDouble()) * 3600e9 / perHour);
    }

    void after(long delayNs, Runnable task) {
        fleet.after(delayNs, task);
    }

    long trueNs() {
        return fleet.trueNs();
    }

    void send(String reader, String life, FleetRecord record) {
        fleet.send(reader, life, record);
    }

    void measure(String reader, String holder, Consumer<HandshakeSampleRecord> then) {
        fleet.measure(reader, holder, then);
    }

    void look(String reader, String read) {
        fleet.look(reader, read);
    }

    /** Reads that are over. */
    long reads() {
        return reads;
    }

    /** Answers that readers were given. */
    long answers() {
        return world.answers();
    }

    /** Those of them that were READABLE. */
    long readable() {
        return world.readable();
    }

    /** Records that were taken. */
    long records() {
        return world.consumed();
    }
}
