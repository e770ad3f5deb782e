package dev.kvlease.model;

import dev.kvlease.model.PlainReads.Completed;
import dev.kvlease.model.PlainReads.LeaseKey;
import dev.kvlease.model.PlainReads.ReadKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One holder after semantics.md, to be compared with the core: {@link #feed} takes a record and answers what follows.
 *
 * <p>Where semantics.md leaves room, this is what is done here:
 *
 * <ul>
 *   <li>Record time: a silence must be longer than 24 h (30 days) to count; the record time reached is the highest seen;
 *       refused records, samples of superseded lives and an untracked holder's events do not count as heard. After a day the events, clocks and reads go; W, seen
 *       seqs, doubts and leaps stay with the life; the lives of readers go with their clocks.
 *   <li>A life superseded for a pair while H was untracked stays so for that pair after H has started it.
 *   <li>An event of an unknown life renews the doubt about that life.
 *   <li>A negative block id in an intent is a bad record; so is an invalid id in a field that the type does not need.
 *   <li>A seq that was lost and then comes in time by its own clock is applied like a duplicate.
 *   <li>EVENT_GAP is given before reuse is looked for, to leases without explicit end, reuse or replacement.
 *   <li>An event that belongs to no lease keeps its request too, HORIZON after its clock.
 *   <li>Reuse: what counts as the lease's are all its blocks, the shared ones too; a taker is forgotten with its own
 *       request.
 *   <li>A claim used up and one that the same read id holds since then are two, and can both be used up; a further rank
 *       of an attempt whose claim is used up uses none.
 *   <li>A READABLE after a revocation opens the read again, and it can be revoked again.
 *   <li>A COMPLETED that repeats one still closes an open read. A completed read is known by (life of the holder, reader,
 *       request, read).
 *   <li>An outcome of a superseded life or of one not started closes nothing.
 *   <li>A completed read is remembered until its request is forgotten and W has grown by HORIZON since its outcome
 *       (counted from the first W of a life that starts meanwhile). One whose lease nobody knows, judged or not, stays a used claim of whichever
 *       lease is current as long.
 *   <li>A sample with no round trip that is delivered twice does not confirm itself, neither as suspect nor as leap: one
 *       received at the same instant as those does not count as a second one.
 *   <li>A best sample is compared with the one before only; a full tie keeps the older.
 * </ul>
 */
final class PlainHolder {
    final PlainSettings settings;
    final Map<String, PlainClock> clocks = new TreeMap<>();
    final List<String> superseded = new ArrayList<>();
    final PlainReads reads = new PlainReads();
    /** The current life, null while untracked. */
    PlainLife life;

    private final Map<String, Long> doubts = new HashMap<>();
    private List<PlainAnswer> answers = new ArrayList<>();
    private boolean ignored;
    private long recordTimeMs = -1;

    PlainHolder(PlainSettings settings) {
        this.settings = settings;
    }

    /** Takes the next record of this holder and answers what follows. */
    List<PlainAnswer> feed(PlainRecord record, long timeMs) {
        answers = new ArrayList<>();
        ignored = false;
        String fault = PlainChecks.fault(record);
        if (fault != null) {
            return List.of(new PlainAnswer.Refused(fault));
        }
        forgetBySilence(timeMs);
        boolean refused = false;
        if (record instanceof PlainRecord.Event event) {
            refused = !event(event);
        } else if (record instanceof PlainRecord.Sample sample) {
            refused = !sample(sample);
        } else if (record instanceof PlainRecord.Intent intent) {
            answers.add(new PlainTable(this, intent).answer());
        } else {
            outcome((PlainRecord.Outcome) record);
        }
        if (refused) {
            return List.of(new PlainAnswer.Refused("leap"));
        }
        if (!ignored) {
            recordTimeMs = Math.max(recordTimeMs, timeMs);
        }
        return answers;
    }

    private void forgetBySilence(long timeMs) {
        if (recordTimeMs < 0 || timeMs - recordTimeMs <= PlainTime.DAY_MS) {
            return;
        }
        clocks.clear();
        reads.open.clear();
        reads.claims.clear();
        reads.completed.clear();
        if (life != null) {
            life.forgetLeases();
        }
        if (timeMs - recordTimeMs > 30 * PlainTime.DAY_MS) {
            life = null;
            superseded.clear();
            doubts.clear();
        }
    }

    boolean inDoubt() {
        return !doubts.isEmpty();
    }

    String currentLife() {
        return life == null ? null : life.name;
    }

    private boolean sample(PlainRecord.Sample s) {
        PlainClock clock = clocks.computeIfAbsent(s.reader(), r -> new PlainClock(settings.driftPpm()));
        PlainClock.Fate fate = clock.feed(s, currentLife(), superseded);
        if (fate == PlainClock.Fate.LEAP) {
            return false;
        }
        ignored = fate == PlainClock.Fate.IGNORED;
        if (life != null) {
            revoke("CLOCK_SAMPLE");
        }
        PlainClock.State state = clock.state();
        if (fate == PlainClock.Fate.TAKEN && state != null) {
            answers.add(new PlainAnswer.Offset(
                    s.reader(),
                    state.readerLife(),
                    state.holderLife(),
                    PlainClock.point(state.best()),
                    state.best().rttNs(),
                    state.lo(),
                    state.hi(),
                    state.ref(),
                    !clock.known(),
                    state.samples(),
                    state.steps()));
        }
        return true;
    }

    private boolean event(PlainRecord.Event e) {
        if (superseded.contains(e.life())) {
            return true;
        }
        if (!e.life().equals(currentLife())) {
            if (!e.is("ENGINE_STARTED")) {
                doubt(e.life());
                return true;
            }
            start(e);
        }
        if (life.w() >= 0 && life.leaps(e)) {
            return false;
        }
        life.take(e);
        doubts.values().removeIf(since -> life.w() - since > PlainTime.DOUBT);
        reuse();
        revoke("LEASE_EVENT");
        judge();
        forget();
        return true;
    }

    private void doubt(String unknown) {
        if (life == null) {
            ignored = true;
            return;
        }
        doubts.put(unknown, life.w());
        revoke("LEASE_EVENT");
    }

    private void start(PlainRecord.Event e) {
        if (life != null) {
            for (Completed c : reads.completed) {
                if (c.waits && life.w() >= c.fMax) {
                    judge(c);
                } else if (c.waits) {
                    c.waits = false;
                    acrossRestart(c.key, c.leaseSeq);
                }
            }
            for (PlainReads.Open open : reads.open) {
                revoke(open, "ENGINE_RESTARTED", false, "LEASE_EVENT");
            }
            superseded.add(life.name);
            if (superseded.size() > 64) {
                superseded.remove(0);
            }
        }
        reads.open.clear();
        reads.claims.clear();
        reads.completed.forEach(c -> c.sinceW = e.clockNs());
        doubts.remove(e.life());
        doubts.replaceAll((unknown, since) -> e.clockNs());
        life = new PlainLife(e.life());
        clocks.values().forEach(clock -> clock.lifeStarts(e.life(), superseded));
    }

    private void reuse() {
        life.findReuse()
                .forEach((lease, by) -> answers.add(new PlainAnswer.Violation(
                        "DOUBLE_ALLOCATION",
                        "CERTAIN",
                        lease.request(),
                        lease.seq(),
                        null,
                        null,
                        by.request(),
                        life.missingAbove(lease.seq()) || life.lostAbove(lease.seq()))));
    }

    /** Section "Revocation": all causes but the restart. */
    private void revoke(String trigger) {
        for (PlainReads.Open open : List.copyOf(reads.open)) {
            PlainLease lease = life.lease(open.lease().request(), open.lease().seq());
            String end = lease.endReason();
            if (end != null) {
                revoke(open, end.equals("REPLACED") ? "LEASE_CHANGED" : end, false, trigger);
            } else if (inDoubt()) {
                revoke(open, "HOLDER_IN_DOUBT", true, trigger);
            } else if (life.missingAbove(lease.seq())) {
                revoke(open, "EVENT_GAP", true, trigger);
            } else if (!clocks.get(open.key().reader()).knownFor(open.readerLife(), life.name)) {
                revoke(open, "CLOCK_UNKNOWN", true, trigger);
            } else {
                continue;
            }
            reads.open.remove(open);
        }
    }

    private void revoke(PlainReads.Open open, String reason, boolean provisional, String trigger) {
        answers.add(new PlainAnswer.Verdict(
                open.key().reader(),
                open.readerLife(),
                open.key().request(),
                open.key().read(),
                open.lease().seq(),
                "EXPIRED",
                reason,
                trigger,
                provisional,
                null,
                null,
                "REVOCATION"));
    }

    private void outcome(PlainRecord.Outcome o) {
        if (life == null) {
            return;
        }
        ReadKey key = new ReadKey(o.reader(), o.request(), o.read());
        boolean completed = o.status().equals("COMPLETED");
        boolean old = superseded.contains(o.holderLife());
        boolean repeated = completed && reads.isCompleted(o.holderLife(), key);
        if (repeated && !old) {
            reads.open.removeIf(open -> open.key().equals(key));
        }
        if (repeated || (!old && !o.holderLife().equals(life.name))) {
            return;
        }
        if (old && completed) {
            reads.completed.add(new Completed(key, o.holderLife(), o.leaseSeq(), life.w()));
            acrossRestart(key, o.leaseSeq());
        }
        if (!old) {
            ofCurrentLife(o, key, completed);
        }
    }

    private void ofCurrentLife(PlainRecord.Outcome o, ReadKey key, boolean completed) {
        PlainReads.Open open = reads.open(key);
        Long seq = o.leaseSeq();
        if (seq == null && open != null) {
            seq = open.lease().seq();
        }
        if (seq == null && life.current(o.request()) != null) {
            seq = life.current(o.request()).seq();
        }
        reads.open.remove(open);
        if (!completed) {
            if (seq != null) {
                reads.giveBack(new LeaseKey(o.request(), seq), o.read());
            }
            return;
        }
        Completed read = new Completed(key, life.name, seq, life.w());
        reads.complete(read);
        PlainClock clock = clocks.get(o.reader());
        long waiting = reads.completed.stream().filter(c -> c.waits).count();
        if (clock == null || !clock.knownFor(o.readerLife(), life.name) || waiting >= 100_000) {
            return;
        }
        read.fMin = clock.hMin(o.finishedNs());
        read.fMax = clock.hMax(o.finishedNs());
        read.waits = true;
        judge();
    }

    private void judge() {
        for (Completed c : reads.completed) {
            boolean whole = life.w() >= c.fMax && !life.anyMissing();
            if (c.waits && (whole || life.w() >= c.fMax + PlainTime.HORIZON)) {
                judge(c);
            }
        }
    }

    /** Section "Audit". */
    private void judge(Completed c) {
        c.waits = false;
        if (c.leaseSeq == null && life.current(c.key.request()) != null) {
            c.leaseSeq = life.current(c.key.request()).seq();
            c.floating = false;
        }
        PlainLease lease = c.leaseSeq == null ? null : life.lease(c.key.request(), c.leaseSeq);
        if (lease == null) {
            violation("UNLEASED_READ", "POSSIBLE", c.key, c.leaseSeq, null, false);
            return;
        }
        // the earliest, and at equal times the first in this order
        long e = Long.MAX_VALUE;
        String type = null;
        boolean notice = false;
        if (lease.explicitEnd() != null) {
            e = lease.explicitEnd().clockNs();
            type = lease.explicitEnd().is("BLOCKS_RELEASED") ? "READ_AFTER_RELEASE" : "READ_AFTER_EXPIRY";
            notice = lease.explicitEnd().is("BLOCKS_RELEASED")
                    && "READ_COMPLETED".equals(lease.explicitEnd().reason());
        }
        if (lease.reuse() != null && lease.reuse().clockNs() < e) {
            e = lease.reuse().clockNs();
            type = "READ_AFTER_REUSE";
        }
        if (lease.next() != null && lease.next().clockNs() < e) {
            e = lease.next().clockNs();
            type = "READ_AFTER_RELEASE";
            notice = false;
        }
        if (lease.expiryNs() != null && lease.expiryNs() < e) {
            e = lease.expiryNs();
            type = "READ_AFTER_EXPIRY";
        }
        String by = "READ_AFTER_REUSE".equals(type) ? lease.reuse().request() : null;
        boolean incomplete = life.missingAbove(lease.seq()) || life.lostAbove(lease.seq());
        boolean excused = notice && "READ_AFTER_RELEASE".equals(type);
        if (type != null && c.fMin >= e) {
            violation(type, "CERTAIN", c.key, lease.seq(), by, incomplete);
        } else if (type != null && c.fMax >= e && !excused) {
            violation(type, "POSSIBLE", c.key, lease.seq(), by, incomplete);
        }
    }

    private void acrossRestart(ReadKey key, Long seq) {
        violation("READ_ACROSS_RESTART", "POSSIBLE", key, seq, null, false);
    }

    private void violation(String type, String certainty, ReadKey key, Long seq, String by, boolean incomplete) {
        answers.add(new PlainAnswer.Violation(
                type, certainty, key.request(), seq, key.reader(), key.read(), by, incomplete));
    }

    private void forget() {
        for (String request : life.requests()) {
            if (life.mayForget(request) && !reads.waits(request)) {
                life.forget(request);
                reads.forgetRequest(life.name, request);
            }
        }
        reads.completed.removeIf(c -> life.w() - c.sinceW > PlainTime.HORIZON && !keptByRequest(c));
    }

    private boolean keptByRequest(Completed c) {
        boolean remembered = life.remembers(c.key.request()) || reads.waits(c.key.request());
        return remembered && c.life.equals(life.name) && !c.requestForgotten;
    }

    /** Times of the holder's clock at which something may change. */
    List<Long> edges() {
        List<Long> edges = new ArrayList<>();
        if (life != null) {
            edges.addAll(life.edges());
            doubts.values().forEach(since -> edges.add(since + PlainTime.DOUBT));
            for (Completed c : reads.completed) {
                edges.add(c.sinceW + PlainTime.HORIZON);
                edges.addAll(c.waits ? List.of(c.fMax, c.fMax + PlainTime.HORIZON) : List.of());
            }
        }
        return edges;
    }

    /** Times of a reader's clock at which something may change. */
    List<Long> edges(String reader) {
        PlainClock clock = clocks.get(reader);
        if (clock == null || clock.state() == null) {
            return List.of();
        }
        List<Long> edges = new ArrayList<>(List.of(
                clock.state().ref(), clock.state().ref() + PlainTime.DAY, clock.latest(wOr(0) + PlainTime.SILENCE)));
        for (long edge : edges()) {
            edges.add(clock.earliest(edge));
            edges.add(clock.latest(edge));
        }
        return edges;
    }

    private long wOr(long none) {
        return life == null ? none : life.w();
    }
}
