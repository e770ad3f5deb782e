package dev.kvlease.core;

import dev.kvlease.core.audit.ReadAudit;
import dev.kvlease.core.audit.ViolationMaker;
import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.EventSequence;
import dev.kvlease.core.lease.HolderLeases;
import dev.kvlease.core.lease.HolderLives;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.state.StateWriter;
import dev.kvlease.core.verdict.DecisionTable;
import dev.kvlease.core.verdict.HolderReads;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.TrackedRead;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.core.verdict.VerdictMaker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All that is remembered of one holder, shared by the appliers of the four inputs. */
final class HolderState {
    /**
     * How much of what no rule bounds is remembered.
     *
     * @param requests of the holder
     * @param readers whose clocks are known
     */
    record Limits(int requests, int readers) {
        static final Limits STANDARD = new Limits(Constants.MAX_REQUESTS, Constants.MAX_READERS);
    }

    final String holder;
    final Limits limits;
    final Drift drift;
    final DecisionTable table;
    final VerdictMaker verdicts;
    final ViolationMaker violations;
    final Journal journal;
    final Map<String, PairClock> clocks = new LinkedHashMap<>();
    final HolderReads reads;
    final HolderLeases leases;
    final ReadAudit audit = new ReadAudit();

    HolderLives lives = new HolderLives();
    /** Counts the lives that started, so that entries of different lives can be told apart in a store. */
    long lifeNumber;

    long lastRecordTimeMs = Absent.LONG;
    long lastEventOffset = Absent.LONG;

    HolderState(String holder, Settings settings, Limits limits, Journal journal) {
        this.holder = holder;
        this.limits = limits;
        this.journal = journal;
        this.drift = new Drift(settings.driftPpm());
        this.table = new DecisionTable(
                drift, settings.marginNs(), settings.untrackedExpired(), settings.missingDeadlineExpired());
        this.verdicts = new VerdictMaker(settings.marginNs(), settings.driftPpm());
        this.violations = new ViolationMaker(holder);
        this.reads = new HolderReads(journal);
        this.leases = new HolderLeases(journal);
    }

    EventSequence sequence() {
        return leases.sequence();
    }

    Optional<Lease> currentLease(String requestId) {
        return leases.current(requestId);
    }

    Optional<PairClock> clock(String reader) {
        return Optional.ofNullable(clocks.get(reader));
    }

    /** A record was taken into account. */
    void applied(Arrival at) {
        lastRecordTimeMs = Math.max(lastRecordTimeMs, at.recordTimeMs());
        journal.holderChanged();
    }

    /** Revokes an open read (section "Revocation") and tells its reader. */
    void revoke(TrackedRead read, Reason reason, boolean provisional, Trigger trigger, AsOf asOf, Effects out) {
        Optional<Lease> lease = leases.bySeq(read.requestId(), read.leaseSeq());
        Verdict revocation = verdicts.revocation(
                holder,
                read.lastWord().isPresent() ? read.lastWord().get().holderLife() : lives.current(),
                read,
                lease,
                reason,
                provisional,
                trigger,
                sequence().watermarkNs(),
                clock(read.reader()),
                lastEventOffset,
                asOf);
        reads.revoke(read, revocation);
        out.verdict(revocation);
    }

    /** Delivery: what a silent holder is no longer remembered for, by record time. */
    void forgetIfSilent(long recordTimeMs) {
        if (Absent.is(lastRecordTimeMs) || recordTimeMs - lastRecordTimeMs <= Constants.HOLDER_STATE_KEPT_MS) {
            return;
        }
        forgetLeasesClocksAndReads();
        if (!lives.isTracked() || recordTimeMs - lastRecordTimeMs > Constants.HOLDER_LIVES_KEPT_MS) {
            lives = new HolderLives();
            leases.restoreSequence(new EventSequence());
            lastRecordTimeMs = Absent.LONG;
            lastEventOffset = Absent.LONG;
            journal.allForgotten();
        }
    }

    private void forgetLeasesClocksAndReads() {
        if (sequence().hasMissing()) {
            journal.holderChanged();
        }
        leases.forgetBySilence();
        reads.forgetAll();
        audit.clear().forEach(journal::readChanged);
        clocks.values().forEach(journal::clockForgotten);
        clocks.clear();
    }

    /** Whether an event is of one request more than may be remembered. It is as if it were lost, which is safe. */
    boolean isFullFor(LeaseEvent event) {
        return event.type().ofRequest()
                && leases.requestCount() >= limits.requests()
                && leases.request(event.requestId()).isEmpty();
    }

    /** Whether a sample is of one reader more than may be remembered. Its clock stays unknown, which is safe. */
    boolean isFullFor(HandshakeSample sample) {
        return clocks.size() >= limits.readers() && !clocks.containsKey(sample.reader());
    }

    boolean isEmpty() {
        return !lives.isTracked() && clocks.isEmpty();
    }

    void writeHolder(StateWriter out) {
        out.putLong(lifeNumber)
                .putText(lives.current())
                .putOptional(lastRecordTimeMs)
                .putOptional(lastEventOffset);
        sequence().write(out);
    }
}
