package dev.kvlease.torture.sim;

import dev.kvlease.app.simulate.CoreRecords;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.Absent;
import dev.kvlease.fleet.ReaderGate;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.record.ReadIntentRecord;
import dev.kvlease.gate.core.Confirmation;
import dev.kvlease.gate.core.GateReason;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.ReadRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What one life of a reader does with its gate, and what happens to the gate: it samples clocks, follows the verdicts with
 * some delay, loses track of them, and is started again.
 */
final class FleetGate implements ReaderGate {
    private static final long MS = 1_000_000;
    private static final long ASK_END_NS = 400 * MS;
    private static final long TICK_NS = 10 * MS;
    private static final long FIRST_SAMPLE_NS = 1_000 * MS;
    private static final long FALLBACK_AFTER_NS = 1_000 * MS;
    private static final Answer NOTHING = new Answer(Status.UNKNOWN, "", FleetRecord.ABSENT, FleetRecord.ABSENT);

    private final Conductor conductor;
    private final GateModel model;
    private final String reader;
    private final String life;
    private final LongSupplier clock;
    private final List<String> holders;
    private final Map<String, Asked> asked = new LinkedHashMap<>();
    private final Map<String, Step.Finished> finished = new LinkedHashMap<>();
    private long stalledUntilNs;
    private boolean closed;

    private record Asked(ReadRequest request, long askedNs) {}

    FleetGate(
            Conductor conductor,
            GateModel model,
            String reader,
            String life,
            LongSupplier clock,
            List<String> holders) {
        this.conductor = conductor;
        this.model = model;
        this.reader = reader;
        this.life = life;
        this.clock = clock;
        this.holders = holders;
    }

    /** The fleet is there, so it can begin. */
    void begin() {
        conductor.happen(new Step.Open(reader, life));
        holders.forEach(holder -> conductor.after(conductor.between(0, FIRST_SAMPLE_NS), () -> sample(holder)));
        conductor.after(ASK_END_NS, this::askEnd);
        conductor.repeatedly(model.stallsPerHour(), () -> whileOpen(this::stall));
        conductor.repeatedly(model.restartsPerHour(), () -> whileOpen(this::restart));
        conductor.repeatedly(
                model.lossesPerHour(), () -> whileOpen(() -> conductor.happen(new Step.LostTrack(reader))));
    }

    private void whileOpen(Runnable task) {
        if (!closed) {
            task.run();
        }
    }

    private void stall() {
        stalledUntilNs = conductor.trueNs() + conductor.between(0, model.maxStallNs());
    }

    /** The gate alone: its reader goes on, and asks for what it had asked for. */
    private void restart() {
        conductor.happen(new Step.Open(reader, life));
        asked.values().forEach(read -> conductor.happen(new Step.Ask(reader, read.request(), now())));
        finished.values().forEach(conductor::happen);
        take(conductor.lastId());
    }

    private void sample(String holder) {
        whileOpen(() -> {
            conductor.measure(reader, holder, this::measured);
            conductor.after(conductor.between(model.sampleEveryNs() / 2, model.sampleEveryNs()), () -> sample(holder));
        });
    }

    @Override
    public void measured(HandshakeSampleRecord sample) {
        conductor.happen(new Step.Sampled(reader, CoreRecords.handshakeSample(sample), now()));
        send(sample);
    }

    void send(FleetRecord record) {
        conductor.send(reader, life, record);
    }

    private long now() {
        return clock.getAsLong();
    }

    private long delayNs() {
        return conductor.between(0, model.maxDelayNs());
    }

    /** A verdict of its reader lies in the log since a step. */
    void verdictComes(long id) {
        conductor.after(delayNs(), () -> takeUnlessStalled(id));
    }

    private void takeUnlessStalled(long id) {
        long stalledNs = stalledUntilNs - conductor.trueNs();
        if (stalledNs > 0) {
            conductor.after(stalledNs, () -> takeUnlessStalled(id));
        } else {
            take(id);
        }
    }

    private void take(long upToId) {
        if (closed) {
            return;
        }
        conductor.happen(new Step.Take(reader, upToId, now()));
        for (String read : conductor.gate(reader).orElseThrow().taken()) {
            conductor.look(reader, read);
        }
    }

    private void askEnd() {
        if (closed) {
            return;
        }
        long askedNs = now();
        long id = conductor.lastId();
        conductor.after(delayNs(), () -> {
            if (!closed && conductor.trueNs() >= stalledUntilNs) {
                take(id);
                conductor.happen(new Step.CaughtUp(reader, askedNs));
            }
        });
        conductor.after(ASK_END_NS, this::askEnd);
    }

    private ReadKey key(String read) {
        return asked.get(read).request().key();
    }

    @Override
    public void ask(ReadIntentRecord intent) {
        ReadKey key = new ReadKey(intent.holder(), intent.requestId(), intent.readRequestId());
        ReadRequest request = new ReadRequest(
                key,
                Optional.of(intent.holderLife()).filter(named -> !named.isEmpty()),
                intent.blockIds(),
                intent.numLocalBlocks(),
                intent.expiryNs() == FleetRecord.ABSENT ? Absent.LONG : intent.expiryNs());
        if (intent.numLocalBlocks() > 0) { // else nothing is read, and nobody comes back to it
            asked.put(intent.readRequestId(), new Asked(request, now()));
        }
        conductor.happen(new Step.Ask(reader, request, now()));
    }

    @Override
    public Optional<Answer> answer(String read) {
        conductor.happen(new Step.Await(reader, key(read), now()));
        Optional<Answer> answer = given();
        boolean waitedLong = now() - asked.get(read).askedNs() > FALLBACK_AFTER_NS;
        return answer.isEmpty() && model.usesFallback() && waitedLong
                ? Optional.of(fallback(read)).filter(own -> own.status() != Status.UNKNOWN)
                : answer;
    }

    private Answer fallback(String read) {
        conductor.happen(new Step.Fallback(reader, key(read), now()));
        return given().orElse(NOTHING);
    }

    private Optional<Answer> given() {
        return conductor.gate(reader).flatMap(SimGate::answer).map(FleetGate::fleetAnswer);
    }

    private static Answer fleetAnswer(dev.kvlease.gate.core.Answer answer) {
        return new Answer(
                Status.valueOf(answer.status().name()), answer.reason(), answer.readableUntilNs(), answer.deadlineNs());
    }

    @Override
    public Answer check(String read, long nowNs) {
        conductor.happen(new Step.Check(reader, key(read), nowNs));
        Answer answer = given().orElse(NOTHING);
        if (answer.reason().equals(GateReason.ASKED_AGAIN.name())) {
            conductor.after(TICK_NS, () -> whileOpen(() -> conductor.happen(new Step.Tick(reader, now()))));
        }
        boolean byItself = answer.status() == Status.UNKNOWN && model.usesFallback();
        return byItself ? fallback(read) : answer;
    }

    @Override
    public void finished(String read, long startedNs, long finishedNs, long patienceNs) {
        Step.Finished over = new Step.Finished(reader, key(read), startedNs, finishedNs, now() + patienceNs);
        finished.put(read, over);
        conductor.happen(over);
    }

    @Override
    public Optional<Decision> decision(String read) {
        conductor.happen(new Step.Confirm(reader, key(read), now()));
        Optional<Confirmation> decided = conductor.gate(reader).flatMap(SimGate::decision);
        if (decided.isPresent()) {
            forget(read);
        }
        return decided.map(confirmation -> new Decision(
                confirmation.isUsable(), confirmation instanceof Confirmation.Discard discard ? discard.reason() : ""));
    }

    @Override
    public void declined(String read) {
        end(read, ReadStatus.DECLINED, now(), now());
    }

    @Override
    public void failed(String read, long startedNs, long finishedNs) {
        end(read, ReadStatus.FAILED, startedNs, finishedNs);
    }

    private void end(String read, ReadStatus status, long startedNs, long finishedNs) {
        conductor.happen(new Step.End(reader, key(read), status, startedNs, finishedNs, now()));
        forget(read);
    }

    private void forget(String read) {
        asked.remove(read);
        finished.remove(read);
    }

    @Override
    public void close() {
        closed = true;
    }
}
