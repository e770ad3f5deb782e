package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** An engine that reads: its lives, its clock, and the offsets it has measured. */
final class Reader extends Producer {
    private static final long US = 1_000;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long MAX_ORIGIN_NS = 1L << 50;
    private static final double CONGESTED_SHARE = 0.05;

    final String id;
    private final Timeline timeline;
    private final LogNetwork network;
    private final FleetScenario scenario;
    private final List<Holder> holders;
    private final Optional<ReaderGate.Maker> gates;
    private final ReaderPolicy policy;
    private final double ppm;
    private final Map<String, ReadAttempt> open = new LinkedHashMap<>();
    private final Map<String, EngineClock> clocks = new HashMap<>();
    private Peer[] peers;
    private EngineClock clock;
    private String life;
    private long lives;
    private Optional<ReaderGate> gate = Optional.empty();
    private boolean up;

    /** A reader that is up and connects to every holder within a second or so. */
    Reader(
            int index,
            FleetScenario scenario,
            List<Holder> holders,
            Timeline timeline,
            LogNetwork network,
            Optional<ReaderGate.Maker> gates) {
        this.id = "prefill-" + index;
        this.scenario = scenario;
        this.holders = holders;
        this.timeline = timeline;
        this.network = network;
        boolean ungated = timeline.chance(scenario.hardships().ungatedReaderShare());
        this.policy = ungated ? ReaderPolicy.UNGATED : scenario.policy();
        this.gates = ungated ? Optional.empty() : gates;
        this.ppm = timeline.ppm(scenario.hardships().mostPpm());
        this.peers = new Peer[holders.size()];
        this.clock = new EngineClock(0, 0, 0);
        this.life = "";
        boot();
    }

    void boot() {
        up = true;
        lives++;
        life = timeline.freshId(id + "/");
        clock = EngineClock.offBy(ppm, timeline.nowNs(), timeline.between(SECOND_NS, MAX_ORIGIN_NS));
        clocks.put(life, clock);
        peers = new Peer[holders.size()];
        gate = gates.map(maker -> maker.open(
                id, life, clock, holders.stream().map(holder -> holder.id).toList()));
        if (gate.isPresent()) {
            return; // it samples the clocks
        }
        long ofLife = lives;
        for (Holder holder : holders) {
            timeline.after(timeline.between(SECOND_NS / 5, SECOND_NS), () -> handshakeAgain(holder, ofLife));
        }
    }

    /** The process dies; the reads that it had open are returned, and forgotten. */
    List<ReadAttempt> crash() {
        up = false;
        lives++;
        List<ReadAttempt> lost = new ArrayList<>(open.values());
        open.clear();
        gate.ifPresent(ReaderGate::close);
        return lost;
    }

    boolean up() {
        return up;
    }

    ReaderPolicy policy() {
        return policy;
    }

    /** The clock of one of its lives. */
    Optional<EngineClock> clock(String lifeId) {
        return Optional.ofNullable(clocks.get(lifeId));
    }

    void stepClock(long byNs) {
        clock = clock.stepped(timeline.nowNs(), byNs);
        clocks.put(life, clock);
    }

    /** Sends what the gate of a life has to say, if that life goes on. */
    void send(String ofLife, FleetRecord record) {
        if (up && life.equals(ofLife)) {
            network.send(this, record);
        }
    }

    String life() {
        return life;
    }

    /** Number of the life; differs from one captured earlier if the reader has crashed since. */
    long lives() {
        return lives;
    }

    long clockNs() {
        return clock.at(timeline.nowNs());
    }

    /** The first true time at which its clock reads a value or more. */
    long whenReads(long clockNs) {
        return clock.whenReads(clockNs);
    }

    /** What decides for this life, if that is not simulated. */
    Optional<ReaderGate> gate() {
        return gate;
    }

    Map<String, ReadAttempt> open() {
        return open;
    }

    /** Tells whether this life has measured the offset of that life. */
    boolean knows(HolderLife holderLife) {
        Peer peer = peers[holderLife.holder.index];
        return peer != null && peer.life() == holderLife;
    }

    /** The offset measured with the least round trip; the life must be known. */
    long offsetNs(HolderLife holderLife) {
        return peers[holderLife.holder.index].offsetNs();
    }

    /** Asks a holder for its clock, tells it, then goes on; without an answer, or a living reader, it does not go on. */
    void handshake(Holder holder, Runnable then) {
        measure(holder, sample -> {
            gate.ifPresentOrElse(own -> own.measured(sample), () -> network.send(this, sample));
            then.run();
        });
    }

    /** Asks a holder for its clock; without an answer, or a living reader, nobody is told. */
    void measure(Holder holder, Consumer<HandshakeSampleRecord> then) {
        long sentNs = clockNs();
        long ofLife = lives;
        timeline.after(wayNs(), () -> {
            if (!holder.up()) {
                return;
            }
            HolderLife answering = holder.life();
            long remoteNs = answering.clockNs();
            timeline.after(wayNs(), () -> {
                if (lives == ofLife) {
                    then.accept(measured(answering, sentNs, remoteNs));
                }
            });
        });
    }

    private void handshakeAgain(Holder holder, long ofLife) {
        if (lives != ofLife) {
            return;
        }
        handshake(holder, () -> {});
        long period = scenario.terms().handshakePeriodNs();
        timeline.after(timeline.between(period * 3 / 4, period), () -> handshakeAgain(holder, ofLife));
    }

    private HandshakeSampleRecord measured(HolderLife of, long sentNs, long remoteNs) {
        long receivedNs = clockNs();
        long rttNs = receivedNs - sentNs;
        Peer peer = peers[of.holder.index];
        if (peer == null || peer.life() != of || rttNs < peer.rttNs()) {
            peers[of.holder.index] = new Peer(of, remoteNs - (sentNs + rttNs / 2), rttNs);
        }
        return new HandshakeSampleRecord(id, life, of.holder.id, of.id, 0, sentNs, remoteNs, receivedNs);
    }

    /** One way through the network: tens of microseconds, seldom up to a second, each way by itself. */
    private long wayNs() {
        if (timeline.chance(CONGESTED_SHARE)) {
            return timeline.between(US * 1000, SECOND_NS);
        }
        return 30 * US + timeline.exponential(200 * US);
    }

    /**
     * What a reader knows of a holder's clock.
     *
     * @param life the life that answered
     * @param offsetNs midpoint estimate of holder clock minus reader clock
     * @param rttNs round trip of the sample it is from
     */
    private record Peer(HolderLife life, long offsetNs, long rttNs) {}
}
