package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.OutcomeStatus;
import dev.kvlease.fleet.record.ReadIntentRecord;
import dev.kvlease.fleet.record.ReadOutcomeRecord;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.truth.GroundTruth;
import dev.kvlease.fleet.truth.ReadFate;
import java.util.Arrays;

/** What readers do from the intent to the outcome of a read, each by its policy. */
final class Reads {
    private static final long MS = 1_000_000;
    static final long PATIENCE_NS = 2_000 * MS;
    private static final long CONFIRM_PATIENCE_NS = 30_000 * MS;
    private static final long CONFIRM_RETRY_NS = 500 * MS;
    private static final long ORIGINAL_MARGIN_NS = 5_000 * MS;
    private static final int MAX_ASKS = 3;
    private static final String TRANSFER_FAILED = "TRANSFER_FAILED";
    private static final int[][] ALL_BLOCKS = new int[0][];

    private final Timeline timeline;
    private final LogNetwork network;
    private final FleetScenario scenario;
    private final GroundTruth truth;
    private final Brink brink;
    private final GatedReads gated;
    private long reads;

    Reads(Timeline timeline, LogNetwork network, FleetScenario scenario, GroundTruth truth) {
        this.timeline = timeline;
        this.network = network;
        this.scenario = scenario;
        this.truth = truth;
        this.brink = new Brink(timeline, scenario);
        this.gated = new GatedReads(timeline, brink, this);
    }

    /**
     * Begins a read of a lease.
     *
     * @param exact whether the request has had more than one lease, so that the intent must say which it means
     * @param then goes on when the read is over
     */
    void begin(Reader reader, Lease lease, boolean exact, Runnable then) {
        int local = timeline.chance(scenario.workload().fullHitShare()) ? 0 : lease.blocks[0].length;
        String id = reader.id + "-r" + reads++;
        long readNs = 5 * MS + timeline.exponential(scenario.workload().meanReadNs());
        ReadAttempt read = new ReadAttempt(reader, lease, id, exact, local, readNs, then);
        read.leaseSeq = reader.policy() == ReaderPolicy.GATED ? FleetRecord.ABSENT : lease.seq;
        reader.open().put(id, read);
        if (reader.knows(lease.life)) {
            proceed(read);
            return;
        }
        reader.handshake(lease.life.holder, () -> proceed(read));
        timeline.after(PATIENCE_NS, () -> proceed(read));
    }

    /** A verdict has reached its reader. */
    void verdict(Reader reader, FleetVerdict verdict) {
        ReadAttempt read = reader.open().get(verdict.readRequestId());
        if (read == null || !read.readerLife.equals(verdict.readerLife())) {
            return;
        }
        if (reader.policy() != ReaderPolicy.GATED) {
            return;
        }
        read.leaseSeq = verdict.leaseSeq() == FleetRecord.ABSENT ? read.leaseSeq : verdict.leaseSeq();
        if (verdict.revocation()) {
            revoke(read, verdict.reason());
        } else if (read.stage == ReadAttempt.Stage.ASKING) {
            answer(read, verdict);
        } else if (read.stage == ReadAttempt.Stage.CONFIRMING
                && scenario.terms().confirmByAsking()) {
            confirmed(read, verdict);
        }
    }

    /** A reader's own gate may know more of a read than it did. */
    void look(Reader reader, String readRequestId) {
        ReadAttempt read = reader.open().get(readRequestId);
        if (read != null && read.gate.isPresent()) {
            gated.look(read);
        }
    }

    /** The reader's process has died with this read open. */
    void abandon(ReadAttempt read) {
        end(read, ReadFate.ABANDONED);
    }

    private void proceed(ReadAttempt read) {
        if (read.stage != ReadAttempt.Stage.CONNECTING) {
            return;
        }
        if (read.localBlocks == 0) {
            ask(read);
            read.stage = ReadAttempt.Stage.OVER;
            read.reader.open().remove(read.id);
            notice(read);
            read.then.run();
            return;
        }
        read.originalFixReads = originalFixReads(read);
        if (read.reader.policy() == ReaderPolicy.GATED) {
            imagine(read);
            ask(read);
            return;
        }
        ask(read);
        if (read.reader.policy() == ReaderPolicy.ORIGINAL_FIX && !read.originalFixReads) {
            imagine(read);
            decline(read, "ORIGINAL_FIX");
            return;
        }
        start(read);
    }

    private boolean originalFixReads(ReadAttempt read) {
        if (!read.lease.hasDeadline()) {
            return true;
        }
        return read.reader.knows(read.lease.life)
                && read.reader.clockNs() + ORIGINAL_MARGIN_NS
                        < read.lease.firstExpiryNs - read.reader.offsetNs(read.lease.life);
    }

    /** Follows the transfer that a reader without a gate would make now. */
    private void imagine(ReadAttempt read) {
        long startNs = timeline.nowNs();
        timeline.after(read.readNs, () -> {
            read.wouldHaveTaken(read.spanUntilNow(startNs, timeline.nowNs()));
            read.truth().ifPresent(truth::read);
        });
    }

    private void ask(ReadAttempt read) {
        boolean router = timeline.chance(scenario.workload().routerShare());
        if (read.gate.isPresent()) {
            askGate(read, router);
            return;
        }
        read.asked++;
        read.stage = ReadAttempt.Stage.ASKING;
        network.send(read.reader, intent(read, router));
        if (read.reader.policy() == ReaderPolicy.GATED && read.localBlocks > 0) {
            int asked = read.asked;
            timeline.after(PATIENCE_NS, () -> loosePatience(read, asked));
        }
    }

    /** A router asks in the reader's name, before the reader does. */
    private void askGate(ReadAttempt read, boolean router) {
        if (router) {
            network.send(read.reader, intent(read, true));
        }
        read.gate.orElseThrow().ask(intent(read, false));
        gated.await(read);
    }

    private ReadIntentRecord intent(ReadAttempt read, boolean router) {
        boolean vague = !read.exact && timeline.chance(0.3);
        Lease lease = read.lease;
        return new ReadIntentRecord(
                read.reader.id,
                read.readerLife,
                lease.life.holder.id,
                vague ? "" : lease.life.id,
                lease.requestId,
                read.id,
                read.exact ? lease.blocks : wanted(lease.blocks),
                read.localBlocks,
                router ? FleetRecord.ABSENT : read.reader.clockNs(),
                vague ? FleetRecord.ABSENT : lease.firstExpiryNs);
    }

    private int[][] wanted(int[][] blocks) {
        int how = timeline.below(3);
        if (how == 0) {
            return ALL_BLOCKS;
        }
        return how == 1 ? blocks : new int[][] {Arrays.copyOf(blocks[0], 1 + blocks[0].length / 2)};
    }

    private void loosePatience(ReadAttempt read, int asked) {
        if (read.stage == ReadAttempt.Stage.ASKING && read.asked == asked) {
            decline(read, "NO_VERDICT");
        }
    }

    private void answer(ReadAttempt read, FleetVerdict verdict) {
        if (!verdict.readable()) {
            refused(read, verdict);
            return;
        }
        read.readableUntilNs = verdict.readableUntilNs();
        read.deadlineNs = verdict.deadlineNs();
        read.stage = ReadAttempt.Stage.QUEUED;
        timeline.after(brink.queueNs(read), () -> startIfStillAllowed(read));
    }

    private void refused(ReadAttempt read, FleetVerdict verdict) {
        if (!verdict.provisional() || read.asked >= MAX_ASKS) {
            decline(read, verdict.reason());
            return;
        }
        int asked = read.asked;
        timeline.after(timeline.between(100 * MS, PATIENCE_NS / 2), () -> {
            if (read.stage == ReadAttempt.Stage.ASKING && read.asked == asked) {
                ask(read);
            }
        });
    }

    private void revoke(ReadAttempt read, String reason) {
        read.revoked = true;
        read.reason = reason;
        if (!transferred(read)) {
            decline(read, reason);
        }
    }

    private static boolean transferred(ReadAttempt read) {
        return read.stage == ReadAttempt.Stage.READING || read.stage == ReadAttempt.Stage.CONFIRMING;
    }

    private void startIfStillAllowed(ReadAttempt read) {
        if (read.stage != ReadAttempt.Stage.QUEUED) {
            return;
        }
        long nowNs = read.reader.clockNs();
        if (pastDeadline(read, nowNs)) {
            decline(read, "DEADLINE_PASSED");
        } else if (read.readableUntilNs == FleetRecord.ABSENT || nowNs <= read.readableUntilNs) {
            start(read);
        } else if (read.asked < MAX_ASKS) {
            ask(read);
        } else {
            decline(read, "READABLE_UNTIL_PASSED");
        }
    }

    private static boolean pastDeadline(ReadAttempt read, long nowNs) {
        return read.deadlineNs != FleetRecord.ABSENT && nowNs >= read.deadlineNs;
    }

    void start(ReadAttempt read) {
        read.stage = ReadAttempt.Stage.READING;
        read.startedTrueNs = timeline.nowNs();
        read.startedClockNs = read.reader.clockNs();
        timeline.after(brink.transferNs(read), () -> finish(read));
    }

    private void finish(ReadAttempt read) {
        if (read.stage != ReadAttempt.Stage.READING) {
            return;
        }
        read.took(read.spanUntilNow(read.startedTrueNs, timeline.nowNs()));
        read.finishedClockNs = read.reader.clockNs();
        if (read.reader.policy() != ReaderPolicy.GATED) {
            read.wouldHaveTaken(read.spanUntilNow(read.startedTrueNs, timeline.nowNs()));
            judge(read);
            return;
        }
        read.stage = ReadAttempt.Stage.CONFIRMING;
        if (read.gate.isPresent()) {
            finishAtGate(read);
            return;
        }
        long confirmNs = scenario.terms().confirmNs();
        if (confirmNs == 0) {
            judge(read);
            return;
        }
        if (scenario.terms().confirmByAsking()) {
            read.finishedHolderNs = read.lease.life.clockNs();
            read.confirmUntilTrueNs = timeline.nowNs() + CONFIRM_PATIENCE_NS;
            timeline.after(confirmNs, () -> askToConfirm(read));
            return;
        }
        timeline.after(confirmNs, () -> judge(read));
    }

    private void finishAtGate(ReadAttempt read) {
        if (transportFailed(read)) {
            fail(read, TRANSFER_FAILED);
        } else {
            gated.finished(read, CONFIRM_PATIENCE_NS);
        }
    }

    private void askToConfirm(ReadAttempt read) {
        if (read.stage != ReadAttempt.Stage.CONFIRMING) {
            return;
        }
        if (read.revoked || transportFailed(read)) {
            judge(read);
        } else if (timeline.nowNs() >= read.confirmUntilTrueNs) {
            fail(read, "NOT_CONFIRMED");
        } else {
            network.send(read.reader, intent(read, false));
            timeline.after(CONFIRM_RETRY_NS, () -> askToConfirm(read));
        }
    }

    /** An answer that has heard the holder up to the end of the read: what ended before has been told by now. */
    private void confirmed(ReadAttempt read, FleetVerdict verdict) {
        boolean timeOnly =
                verdict.reason().equals("DEADLINE_PASSED") || verdict.reason().equals("WITHIN_SAFETY_MARGIN");
        if (verdict.provisional() || (verdict.heardNs() < read.finishedHolderNs && (verdict.readable() || timeOnly))) {
            return;
        }
        if (verdict.readable() || timeOnly) {
            judge(read);
        } else {
            fail(read, verdict.reason());
        }
    }

    /** Uses what was read, or throws it away. */
    private void judge(ReadAttempt read) {
        if (read.stage == ReadAttempt.Stage.OVER) {
            return;
        }
        if (transportFailed(read)) {
            fail(read, TRANSFER_FAILED);
        } else if (read.revoked) {
            fail(read, read.reason);
        } else if (pastDeadline(read, read.finishedClockNs)) {
            fail(read, "DEADLINE_PASSED");
        } else {
            report(read, OutcomeStatus.COMPLETED, read.startedClockNs, read.finishedClockNs);
            used(read);
        }
    }

    /** What was read is used, and its outcome has been sent. */
    void used(ReadAttempt read) {
        notice(read);
        end(read, ReadFate.COMPLETED);
    }

    /** What was read is thrown away, and its outcome has been sent. */
    void discarded(ReadAttempt read, String reason) {
        read.reason = reason;
        end(read, ReadFate.FAILED);
    }

    /** A connection to a process that died may break, or lead on to whatever answers at the same address. */
    private boolean transportFailed(ReadAttempt read) {
        HolderLife of = read.lease.life;
        return of.crashed() && (!of.holder.up() || timeline.chance(0.5));
    }

    void decline(ReadAttempt read, String reason) {
        read.reason = reason;
        if (read.gate.isPresent()) {
            read.gate.get().declined(read.id);
        } else {
            long nowNs = read.reader.clockNs();
            report(read, OutcomeStatus.DECLINED, nowNs, nowNs);
        }
        end(read, ReadFate.DECLINED);
    }

    private void fail(ReadAttempt read, String reason) {
        if (read.gate.isPresent()) {
            read.gate.get().failed(read.id, read.startedClockNs, read.finishedClockNs);
        } else {
            report(read, OutcomeStatus.FAILED, read.startedClockNs, read.finishedClockNs);
        }
        discarded(read, reason);
    }

    private void report(ReadAttempt read, OutcomeStatus status, long startedNs, long finishedNs) {
        Lease lease = read.lease;
        network.send(
                read.reader,
                new ReadOutcomeRecord(
                        read.reader.id,
                        read.readerLife,
                        lease.life.holder.id,
                        lease.life.id,
                        lease.requestId,
                        read.id,
                        read.leaseSeq,
                        status,
                        startedNs,
                        finishedNs));
    }

    /** The reader tells the holder directly that it is done with the blocks. */
    private void notice(ReadAttempt read) {
        if (timeline.chance(scenario.faults().noticeLossShare())) {
            return;
        }
        timeline.after(timeline.between(MS, 20 * MS), () -> {
            if (read.lease.stands() && read.lease.readDone()) {
                read.lease.life.holder.release(read.lease, "READ_COMPLETED");
            }
        });
    }

    private void end(ReadAttempt read, ReadFate fate) {
        read.ended(fate);
        read.reader.open().remove(read.id);
        read.truth().ifPresent(truth::read);
        read.then.run();
    }
}
