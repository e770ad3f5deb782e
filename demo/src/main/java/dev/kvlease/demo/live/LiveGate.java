package dev.kvlease.demo.live;

import dev.kvlease.core.common.Absent;
import dev.kvlease.fleet.FleetSimulation;
import dev.kvlease.fleet.ReaderGate;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.record.ReadIntentRecord;
import dev.kvlease.gate.GateConfig;
import dev.kvlease.gate.HolderClocks.ClockReading;
import dev.kvlease.gate.ReadGate;
import dev.kvlease.gate.core.Confirmation;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.ReadRequest;
import dev.kvlease.gate.core.ReadTicket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The real gate of a simulated reader. The simulation's thread asks it and never waits; the reader's clock is what the
 * simulation says that it is.
 */
final class LiveGate implements ReaderGate {
    private static final long CLOCK_PATIENCE_S = 10;

    private final ReadGate gate;
    private final GateWatch watch;
    private final Map<String, ReadTicket> tickets = new HashMap<>();

    /**
     * Starts a gate.
     *
     * @param config of the reader
     * @param clock the reader's clock
     * @param holders watched from the start, as by an engine that connects to all of them
     * @param simulation runs something in the simulation's thread
     * @param watch told of the verdicts
     */
    LiveGate(
            GateConfig config,
            LongSupplier clock,
            List<String> holders,
            Consumer<Consumer<FleetSimulation>> simulation,
            GateWatch watch) {
        this.watch = watch;
        String reader = config.reader().id();
        this.gate = ReadGate.start(config, clock, holder -> ask(simulation, reader, holder), watch);
        holders.forEach(gate::watch);
    }

    /** Asks a holder for its clock, through the simulated network; called by the gate's thread. */
    private static Optional<ClockReading> ask(
            Consumer<Consumer<FleetSimulation>> simulation, String reader, String holder) {
        CompletableFuture<HandshakeSampleRecord> answer = new CompletableFuture<>();
        simulation.accept(fleet -> fleet.measure(reader, holder, answer::complete));
        try {
            return Optional.of(reading(answer.get(CLOCK_PATIENCE_S, TimeUnit.SECONDS)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        }
    }

    private static ClockReading reading(HandshakeSampleRecord sample) {
        return new ClockReading(
                sample.holderLife(), sample.rank(), sample.sentNs(), sample.remoteNs(), sample.receivedNs());
    }

    boolean awaitReady(Duration timeout) throws InterruptedException {
        return gate.awaitReady(timeout);
    }

    /** Records that it has written. */
    long writtenRecords() {
        return gate.writtenRecords();
    }

    @Override
    public void ask(ReadIntentRecord intent) {
        ReadKey key = new ReadKey(intent.holder(), intent.requestId(), intent.readRequestId());
        watch.asked(intent.readRequestId());
        ReadTicket ticket = gate.ask(new ReadRequest(
                key,
                Optional.of(intent.holderLife()).filter(life -> !life.isEmpty()),
                intent.blockIds(),
                intent.numLocalBlocks(),
                intent.expiryNs() == FleetRecord.ABSENT ? Absent.LONG : intent.expiryNs()));
        if (intent.numLocalBlocks() > 0) { // else nothing is read, and nobody comes back to it
            tickets.put(intent.readRequestId(), ticket);
        }
    }

    @Override
    public Optional<Answer> answer(String readRequestId) {
        return gate.poll(tickets.get(readRequestId)).map(LiveGate::fleetAnswer);
    }

    @Override
    public Answer check(String readRequestId, long nowNs) {
        return fleetAnswer(gate.check(tickets.get(readRequestId), nowNs));
    }

    private static Answer fleetAnswer(dev.kvlease.gate.core.Answer answer) {
        return new Answer(
                Status.valueOf(answer.status().name()),
                answer.reason(),
                Absent.is(answer.readableUntilNs()) ? FleetRecord.ABSENT : answer.readableUntilNs(),
                Absent.is(answer.deadlineNs()) ? FleetRecord.ABSENT : answer.deadlineNs());
    }

    @Override
    public void finished(String readRequestId, long startedNs, long finishedNs, long patienceNs) {
        gate.finished(tickets.get(readRequestId), startedNs, finishedNs, Duration.ofNanos(patienceNs));
    }

    @Override
    public Optional<Decision> decision(String readRequestId) {
        Optional<Confirmation> decided = gate.pollConfirmation(tickets.get(readRequestId));
        if (decided.isPresent()) {
            forget(readRequestId);
        }
        return decided.map(confirmation -> new Decision(
                confirmation.isUsable(), confirmation instanceof Confirmation.Discard discard ? discard.reason() : ""));
    }

    @Override
    public void declined(String readRequestId) {
        gate.decline(tickets.get(readRequestId));
        forget(readRequestId);
    }

    @Override
    public void failed(String readRequestId, long startedNs, long finishedNs) {
        gate.failed(tickets.get(readRequestId), startedNs, finishedNs);
        forget(readRequestId);
    }

    private void forget(String readRequestId) {
        tickets.remove(readRequestId);
        watch.forget(readRequestId);
    }

    @Override
    public void measured(HandshakeSampleRecord sample) {
        gate.sampled(sample.holder(), reading(sample));
    }

    /** Stops it, in a thread of its own since that takes a while. */
    @Override
    public void close() {
        Thread closing = new Thread(gate::close, "gate-close");
        closing.setDaemon(true);
        closing.start();
    }

    /** Stops it, and returns when what it had to send has been sent. */
    void closeNow() {
        gate.close();
    }
}
