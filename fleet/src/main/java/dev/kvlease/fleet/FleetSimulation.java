package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.record.HolderRole;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.truth.GroundTruth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * A whole fleet in virtual time. The same scenario, seed and verdicts give the same records, to the bit.
 *
 * <p>It runs as fast as it is polled, or in real time if it is polled only up to the time that has passed. Verdicts
 * given to it between two polls reach their readers, after the network's delay, at the time polled last. Not
 * thread-safe.
 */
public final class FleetSimulation {
    private final Timeline timeline;
    private final LogNetwork network;
    private final FleetScenario scenario;
    private final Reads reads;
    private final List<Holder> holders;
    private final Map<String, Reader> readers = new LinkedHashMap<>();

    /**
     * A fleet whose first engines are about to start.
     *
     * @param scenario what it does
     * @param seed decides everything that the scenario leaves to chance
     * @param truth takes what really happened to each read
     */
    public FleetSimulation(FleetScenario scenario, long seed, GroundTruth truth) {
        this(scenario, seed, truth, Optional.empty());
    }

    /**
     * A fleet whose readers have gates that are not simulated. What those send is not part of the log.
     *
     * @param scenario what it does; its readers must be gated
     * @param seed decides everything that the scenario leaves to chance
     * @param truth takes what really happened to each read
     * @param gates makes the gates
     */
    public FleetSimulation(FleetScenario scenario, long seed, GroundTruth truth, ReaderGate.Maker gates) {
        this(scenario, seed, truth, Optional.of(gates));
    }

    private FleetSimulation(FleetScenario scenario, long seed, GroundTruth truth, Optional<ReaderGate.Maker> gates) {
        this.scenario = scenario;
        this.timeline = new Timeline(seed, scenario.durationNs(), scenario.durationNs() + scenario.tailNs());
        this.network = new LogNetwork(
                timeline,
                scenario.network(),
                scenario.faults().lostReleasesAtNs(),
                scenario.hardships().healsAtClosing());
        this.reads = new Reads(timeline, network, scenario, truth);
        this.holders = makeHolders(truth);
        List<Reader> all = new ArrayList<>();
        for (int i = 0; i < scenario.size().readers(); i++) {
            Reader reader = new Reader(i, scenario, holders, timeline, network, gates);
            all.add(reader);
            readers.put(reader.id, reader);
            scheduleCrash(reader);
            scheduleClockStep(reader::stepClock);
        }
        holders.forEach(holder -> scheduleClockStep(holder::stepClock));
        Conversations conversations = new Conversations(timeline, scenario, holders, List.copyOf(all), reads);
        for (int i = 0; i < scenario.size().conversations(); i++) {
            conversations.beginWithin(scenario.workload().meanThinkNs());
        }
    }

    /**
     * The next record of the log, as fast as possible.
     *
     * @return the record, or empty when the scenario is over
     */
    public Optional<Delivered> poll() {
        return pollUntil(Long.MAX_VALUE);
    }

    /**
     * The next record that arrives in the log by a time. Nothing later happens; when nothing is left to come, that time
     * is reached.
     *
     * @param trueNs true time in nanoseconds since the start
     * @return the record, or empty if no other arrives by then
     */
    public Optional<Delivered> pollUntil(long trueNs) {
        Optional<Delivered> next = network.poll();
        while (next.isEmpty() && timeline.step(trueNs)) {
            next = network.poll();
        }
        if (next.isEmpty()) {
            timeline.passTo(trueNs);
        }
        return next;
    }

    /**
     * Gives an answer or a revocation to its reader. Those of unknown readers and of reads that are over are ignored.
     *
     * @param verdict what the reader is told
     */
    public void onVerdict(FleetVerdict verdict) {
        Reader reader = readers.get(verdict.reader());
        if (reader == null) {
            return;
        }
        long delayNs = scenario.network().verdictDelayNs();
        if (delayNs == 0) {
            reads.verdict(reader, verdict);
            return;
        }
        timeline.after(delayNs, () -> reads.verdict(reader, verdict));
    }

    /**
     * A reader's gate may know more of a read than it did; unknown readers and reads that are over are ignored.
     *
     * @param reader the reader's engine id
     * @param readRequestId the read
     */
    public void look(String reader, String readRequestId) {
        Optional.ofNullable(readers.get(reader)).ifPresent(known -> reads.look(known, readRequestId));
    }

    /**
     * Lets a reader ask a holder for its clock.
     *
     * @param reader the reader's engine id
     * @param holder the holder's engine id
     * @param then takes the measurement; not called if the holder does not answer
     */
    public void measure(String reader, String holder, Consumer<HandshakeSampleRecord> then) {
        Reader asking = readers.get(reader);
        holders.stream()
                .filter(known -> known.id.equals(holder) && asking != null && asking.up())
                .forEach(known -> asking.measure(known, then));
    }

    /**
     * Sends what a gate that is not simulated has to say, through the fleet's network; it becomes part of the log.
     *
     * @param reader the reader's engine id
     * @param readerLife the life that says it; nothing is sent for one that is over
     * @param record a sample, a question or an outcome
     */
    public void send(String reader, String readerLife, FleetRecord record) {
        readers.get(reader).send(readerLife, record);
    }

    /**
     * Does something later, in the order of true time.
     *
     * @param delayNs after how long, not negative
     * @param task what to do; dropped if the scenario is over by then
     */
    public void after(long delayNs, Runnable task) {
        timeline.after(delayNs, task);
    }

    /**
     * The true clock of one life of an engine.
     *
     * @param life its incarnation
     * @return the clock as it runs now, or empty if there is no such life
     */
    public Optional<EngineClock> clock(String life) {
        return Stream.concat(
                        holders.stream().map(holder -> holder.clock(life)),
                        readers.values().stream().map(reader -> reader.clock(life)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * How far the simulation has come.
     *
     * @return true time in nanoseconds since the start
     */
    public long trueNs() {
        return timeline.nowNs();
    }

    /**
     * The engines that hold blocks.
     *
     * @return engine ids
     */
    public List<String> holderIds() {
        return holders.stream().map(holder -> holder.id).toList();
    }

    /**
     * The engines that read.
     *
     * @return engine ids
     */
    public List<String> readerIds() {
        return List.copyOf(readers.keySet());
    }

    private List<Holder> makeHolders(GroundTruth truth) {
        List<Holder> all = new ArrayList<>();
        int decode = scenario.size().decodeHolders();
        for (int i = 0; i < decode + scenario.size().prefillHolders(); i++) {
            HolderRole role = i < decode ? HolderRole.DECODE : HolderRole.PREFILL;
            all.add(new Holder(i, role, scenario, timeline, network, truth));
        }
        List<Long> restarts = scenario.faults().restartsAtNs();
        for (int i = 0; i < restarts.size(); i++) {
            timeline.at(restarts.get(i), all.get(i % all.size())::crash);
        }
        return List.copyOf(all);
    }

    private void scheduleClockStep(LongConsumer step) {
        double perHour = scenario.hardships().clockStepsPerHour();
        if (perHour == 0) {
            return;
        }
        timeline.after(timeline.untilNext(perHour), () -> {
            long mostNs = scenario.hardships().maxClockStepNs();
            step.accept(timeline.between(-mostNs, mostNs));
            scheduleClockStep(step);
        });
    }

    private void scheduleCrash(Reader reader) {
        double perHour = scenario.faults().readerRestartsPerHour();
        if (perHour == 0) {
            return;
        }
        timeline.after(timeline.untilNext(perHour), () -> {
            if (timeline.closing()) {
                return;
            }
            if (reader.up()) {
                reader.crash().forEach(reads::abandon);
                timeline.after(timeline.between(0, scenario.faults().maxDownNs()), reader::boot);
            }
            scheduleCrash(reader);
        });
    }
}
