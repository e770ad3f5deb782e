package dev.kvlease.benchmarks.latency;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.workload.Records;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.gate.GateConfig;
import dev.kvlease.gate.HolderClocks;
import dev.kvlease.gate.ReadGate;
import dev.kvlease.gate.ReaderClock;
import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.ReadRequest;
import dev.kvlease.gate.core.ReadTicket;
import dev.kvlease.gate.core.Reader;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/** A holder, and a reader with the real gate, which is told READABLE for each of its leases before they are released. */
final class Revocations implements AutoCloseable {
    private static final String HOLDER = "revoking-holder";
    private static final String LIFE = "life";
    private static final long AHEAD_NS = 1_000_000_000_000L;
    private static final long LEASE_NS = 480_000_000_000L;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ReaderClock clock = new ReaderClock();
    private final SpecificAvroSerde<SpecificRecord> serde;
    private final Sender sender;
    private final ReadGate gate;
    private final int leases;
    private volatile Phase phase = Phase.nothingAsked();
    private long seq;

    Revocations(Cluster cluster, long lingerMs, int leases) {
        this.leases = leases;
        this.serde = cluster.serde();
        this.sender = new Sender(cluster, lingerMs);
        this.gate = ReadGate.start(
                GateConfig.of(new Reader("revoked-reader", LIFE), cluster.clientProperties()),
                clock,
                holder -> Optional.of(sample()),
                (read, reason) -> phase.answered(read.requestId(), System.nanoTime()));
    }

    private HolderClocks.ClockReading sample() {
        long nowNs = clock.getAsLong();
        return new HolderClocks.ClockReading(LIFE, 0, nowNs, nowNs + AHEAD_NS, nowNs);
    }

    private static String request(int lease) {
        return "request-" + lease;
    }

    /** Leases blocks, asks for a read of each, and waits until all are READABLE. */
    void prepare() throws InterruptedException {
        if (!gate.awaitReady(PATIENCE)) {
            throw new IllegalStateException("the gate has not caught up with the verdicts");
        }
        send(Records.own(LeaseEventType.ENGINE_STARTED, at()));
        gate.watch(HOLDER);
        List<ReadTicket> tickets = new ArrayList<>();
        for (int lease = 0; lease < leases; lease++) {
            send(allocated(lease));
            tickets.add(gate.ask(ReadRequest.of(HOLDER, request(lease), "read-" + lease, Workload.BLOCKS)));
        }
        for (ReadTicket ticket : tickets) {
            Answer answer = gate.await(ticket, PATIENCE);
            if (!answer.isReadable()) {
                throw new IllegalStateException(ticket.key() + " was answered " + answer);
            }
        }
    }

    /** Releases all leases, that many a second. */
    Phase release(double perSecond) {
        Map<String, Integer> asked = new HashMap<>();
        IntStream.range(0, leases).forEach(lease -> asked.put(request(lease), lease));
        Phase releases = new Phase(asked, Schedule.from(perSecond), 0);
        phase = releases;
        for (int lease = 0; lease < leases; lease++) {
            releases.schedule().await(lease);
            send(Records.released(at(), request(lease), "ABORTED"));
        }
        return releases;
    }

    private Records.At at() {
        return new Records.At(HOLDER, LIFE, seq++, clock.getAsLong() + AHEAD_NS);
    }

    private LeaseEvent allocated(int lease) {
        Records.At at = at();
        int first = 1 + lease * Workload.BLOCKS;
        int[] blocks = IntStream.range(first, first + Workload.BLOCKS).toArray();
        return Records.allocated(at, request(lease), blocks, at.clockNs() + LEASE_NS);
    }

    private void send(LeaseEvent event) {
        String topic = Topic.LEASE_EVENTS.name(Cluster.PREFIX);
        byte[] value = serde.serializer().serialize(topic, InputCodec.toAvro(new InputRecord.Event(event)));
        sender.send(topic, HOLDER.getBytes(StandardCharsets.UTF_8), value);
    }

    @Override
    public void close() {
        gate.close();
        sender.close();
        serde.close();
    }
}
