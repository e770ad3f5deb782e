package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HolderRole;
import dev.kvlease.fleet.record.LeaseEventKind;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.FleetSize;
import dev.kvlease.fleet.truth.BrokenPromise;
import dev.kvlease.fleet.truth.GroundTruth;
import dev.kvlease.fleet.truth.LeaseEndKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An engine that holds blocks and leases them out, through all its lives. */
final class Holder {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long HEARTBEAT_NS = 2 * SECOND_NS;
    private static final int HEARTBEATS_PER_START = 30;
    private static final int TOKENS_PER_BLOCK = 16;
    private static final long MAX_ORIGIN_NS = 1L << 50;
    private static final long MIN_BOOT_NS = SECOND_NS / 10;

    private static final String ABORTED = "ABORTED";
    private static final String READ_COMPLETED = "READ_COMPLETED";

    final String id;
    final int index;
    final HolderRole role;
    private final Timeline timeline;
    private final LogNetwork network;
    private final FleetScenario scenario;
    private final GroundTruth truth;
    private final double ppm;
    private final List<HolderLife> unsucceeded = new ArrayList<>();
    private final List<HolderLife> lives = new ArrayList<>();
    private HolderLife life;
    private boolean restarting;

    /** A holder that is up already, and says so within {@code MIN_BOOT_NS}. */
    Holder(
            int index,
            HolderRole role,
            FleetScenario scenario,
            Timeline timeline,
            LogNetwork network,
            GroundTruth truth) {
        this.index = index;
        this.role = role;
        this.id = (role == HolderRole.DECODE ? "decode-" : "prefill-holder-") + index;
        this.scenario = scenario;
        this.timeline = timeline;
        this.network = network;
        this.truth = truth;
        this.ppm = timeline.ppm(scenario.hardships().mostPpm());
        this.life = newLife();
        HolderLife first = life;
        timeline.after(timeline.between(0, MIN_BOOT_NS), () -> tick(first, 0));
        scheduleFaults();
    }

    HolderLife life() {
        return life;
    }

    /** Tells whether its current life has started, and goes on. */
    boolean up() {
        return !life.crashed() && life.nextSeq() > 0;
    }

    /** The process dies, at once or some time after its successor was started, with all it holds. */
    void crash() {
        if (!up() || restarting) {
            return;
        }
        restarting = true;
        HolderLife former = life;
        if (timeline.chance(scenario.hardships().splitShare())) {
            timeline.after(timeline.between(0, scenario.hardships().maxSplitNs()), () -> die(former));
        } else {
            die(former);
        }
        timeline.after(timeline.between(MIN_BOOT_NS, scenario.faults().maxDownNs()), () -> {
            restarting = false;
            life = newLife();
            tick(life, 0);
        });
    }

    private void die(HolderLife dying) {
        dying.crash();
        unsucceeded.add(dying);
    }

    /** The clock of one of its lives. */
    Optional<EngineClock> clock(String lifeId) {
        return lives.stream().filter(each -> each.id.equals(lifeId)).findFirst().map(HolderLife::clock);
    }

    void stepClock(long byNs) {
        life.stepClock(byNs);
    }

    /** An event of a life has been delivered, which tells that those before it are over. */
    void known(HolderLife known, long trueNs) {
        if (unsucceeded.isEmpty() || unsucceeded.get(0) == known) {
            return;
        }
        int later = unsucceeded.indexOf(known);
        List<HolderLife> over = later < 0 ? unsucceeded : unsucceeded.subList(0, later);
        over.forEach(life -> life.successorKnown(trueNs));
        over.clear();
    }

    /** A request takes its blocks and starts to run; empty if the holder is down or has no room. */
    Optional<Running> admit(int prompt, int ownBlocks) {
        if (!up()) {
            return Optional.empty();
        }
        boolean window = scenario.size().groups() > 1;
        if (window && life.pool.free() < 2 * ownBlocks + scenario.size().promptBlocks()) {
            return Optional.empty();
        }
        int[] all = life.pool.take(prompt, ownBlocks);
        if (all.length == 0) {
            return Optional.empty();
        }
        return Optional.of(new Running(life, window ? new int[][] {all, window(all.length)} : new int[][] {all}));
    }

    /** A request has run to its end: its blocks are leased. */
    Lease lease(Running running, String requestId, long extendUntilTrueNs) {
        HolderLife of = running.life();
        boolean decode = role == HolderRole.DECODE;
        long ttlNs = decode ? scenario.terms().decodeTtlNs() : scenario.terms().prefillTtlNs();
        boolean endless = timeline.chance(scenario.terms().noDeadlineShare());
        long expiryNs = endless ? FleetRecord.ABSENT : of.clockNs() + ttlNs;
        Lease lease = new Lease(of, requestId, of.nextSeq(), running.blocks(), expiryNs, decode ? 1 : fewReads());
        of.sendAllocated(lease, TOKENS_PER_BLOCK);
        if (endless) {
            timeline.after(2 * ttlNs, () -> release(lease, ABORTED));
        } else {
            timeline.at(of.clock().whenReads(expiryNs) + sweepDelayNs(), () -> sweep(lease));
        }
        if (!decode && !endless) {
            timeline.after(ttlNs / 6, () -> extend(lease, ttlNs, extendUntilTrueNs));
        }
        if (timeline.chance(scenario.faults().earlyReleaseShare())) {
            String reason = timeline.chance(0.5) ? ABORTED : "PREEMPTED";
            timeline.after(timeline.between(0, ttlNs), () -> release(lease, reason));
        }
        if (timeline.chance(scenario.hardships().earlyReuseShare())) {
            boolean silent = timeline.chance(0.7);
            timeline.after(
                    timeline.between(0, ttlNs),
                    silent ? () -> breakPromise(lease) : () -> release(lease, READ_COMPLETED));
        }
        return lease;
    }

    /** Gives the blocks of a lease up before its time, and goes on as if it kept them. */
    private void breakPromise(Lease lease) {
        long clockNs = lease.life.clockNs();
        if (!lease.held() || clockNs >= lease.expiryNs()) {
            return;
        }
        lease.breakPromise(clockNs);
        free(lease.life, lease.blocks);
        truth.broken(new BrokenPromise(id, lease.life.id, lease.requestId, lease.seq));
    }

    /** Ends a lease before its time, if it has not ended yet. */
    void release(Lease lease, String reason) {
        if (!lease.stands()) {
            return;
        }
        end(lease, LeaseEndKind.RELEASED, LeaseEventKind.BLOCKS_RELEASED, reason);
    }

    /** Gives a lease's request other blocks; without room nothing happens. */
    Optional<Lease> replace(Lease lease, int prompt, int ownBlocks) {
        if (!lease.stands() || lease.life != life) {
            return Optional.empty();
        }
        return admit(prompt, ownBlocks).map(running -> {
            HolderLife of = running.life();
            boolean kept = lease.held();
            lease.end(LeaseEndKind.REPLACED, "", of.clockNs(), of.nextSeq());
            of.replaced(lease);
            if (kept) {
                free(of, lease.blocks);
            }
            return lease(running, lease.requestId, timeline.nowNs());
        });
    }

    private void end(Lease lease, LeaseEndKind kind, LeaseEventKind event, String reason) {
        HolderLife of = lease.life;
        boolean kept = lease.held();
        lease.end(kind, reason, of.clockNs(), of.nextSeq());
        of.sendEnded(event, lease, reason);
        if (kept) {
            free(of, lease.blocks);
        }
    }

    private static void free(HolderLife of, int[][] blocks) {
        for (int[] group : blocks) {
            of.pool.release(group);
        }
    }

    private void sweep(Lease lease) {
        if (!lease.stands()) {
            return;
        }
        if (lease.life.clockNs() < lease.expiryNs()) {
            timeline.at(lease.life.clock().whenReads(lease.expiryNs()) + sweepDelayNs(), () -> sweep(lease));
            return;
        }
        end(lease, LeaseEndKind.DEADLINE, LeaseEventKind.BLOCKS_EXPIRED, "");
    }

    private void extend(Lease lease, long ttlNs, long untilTrueNs) {
        long clockNs = lease.life.clockNs();
        if (!lease.stands() || clockNs >= lease.expiryNs() || timeline.nowNs() >= untilTrueNs) {
            return;
        }
        lease.extendTo(clockNs + ttlNs * 2 / 3);
        lease.life.sendExtended(lease);
        timeline.after(ttlNs / 6, () -> extend(lease, ttlNs, untilTrueNs));
    }

    private void tick(HolderLife of, int ticks) {
        if (of.crashed()) {
            return;
        }
        if (ticks % HEARTBEATS_PER_START == 0) {
            of.sendStarted(scenario.size().blocksPerHolder());
        }
        if (ticks > 0) {
            of.sendHeartbeat();
        }
        timeline.after(HEARTBEAT_NS, () -> tick(of, ticks + 1));
    }

    private HolderLife newLife() {
        FleetSize size = scenario.size();
        EngineClock clock = EngineClock.offBy(ppm, timeline.nowNs(), timeline.between(SECOND_NS, MAX_ORIGIN_NS));
        BlockPool pool = new BlockPool(size.blocksPerHolder(), size.prompts(), size.promptBlocks());
        HolderLife fresh = new HolderLife(this, timeline.freshId(id + "/"), clock, pool, timeline, network);
        lives.add(fresh);
        return fresh;
    }

    private void scheduleFaults() {
        double restarts = scenario.faults().holderRestartsPerHour();
        if (restarts > 0) {
            timeline.after(timeline.untilNext(restarts), this::crashByChance);
        }
        double outages = scenario.faults().outagesPerHour();
        if (outages > 0) {
            timeline.after(timeline.untilNext(outages), this::cutOff);
        }
    }

    private void crashByChance() {
        if (timeline.closing()) {
            return;
        }
        crash();
        timeline.after(timeline.untilNext(scenario.faults().holderRestartsPerHour()), this::crashByChance);
    }

    private void cutOff() {
        if (timeline.closing()) {
            return;
        }
        life.cutOffUntil(
                timeline.nowNs() + timeline.between(0, scenario.faults().maxOutageNs()));
        timeline.after(timeline.untilNext(scenario.faults().outagesPerHour()), this::cutOff);
    }

    private int[] window(int length) {
        int own = length - scenario.size().promptBlocks();
        int[] fresh = life.pool.takeFresh(own);
        int[] ids = new int[length];
        System.arraycopy(fresh, 0, ids, length - own, own);
        return ids;
    }

    private long sweepDelayNs() {
        return timeline.between(0, scenario.terms().maxSweepDelayNs());
    }

    private long fewReads() {
        return timeline.chance(0.5) ? FleetRecord.ABSENT : timeline.between(1, 2);
    }

    /**
     * A request that runs and has its blocks, without a lease yet.
     *
     * @param life the life it runs in
     * @param blocks its blocks per group
     */
    record Running(HolderLife life, int[][] blocks) {}
}
