package dev.kvlease.core;

import dev.kvlease.core.audit.ReadAudit;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.HolderLeases.Applied;
import dev.kvlease.core.lease.HolderLives;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.lease.RequestLeases;
import dev.kvlease.core.verdict.DecisionTable;
import dev.kvlease.core.verdict.KnownReads;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.TrackedRead;
import dev.kvlease.core.verdict.Trigger;
import java.util.List;
import java.util.Optional;

/**
 * Applies lease events. The order of effects of one event is that of semantics.md: life, leap, seq and W, applying, lost
 * seqs, reuse, revocations, judgements, forgetting.
 */
final class LeaseEvents {
    private final HolderState state;
    private final ReadOutcomes outcomes;

    LeaseEvents(HolderState state, ReadOutcomes outcomes) {
        this.state = state;
        this.outcomes = outcomes;
    }

    void apply(LeaseEvent event, Arrival at, Effects out) {
        HolderLives lives = state.lives;
        if (lives.isCurrent(event.life())) {
            ofCurrentLife(event, at, out);
        } else if (lives.superseded().contains(event.life())) {
            state.applied(at);
            out.note(Note.SUPERSEDED_LIFE_IGNORED);
        } else if (event.type() == LeaseEventType.ENGINE_STARTED) {
            startLife(event, at, out);
        } else {
            ofUnknownLife(event, at, out);
        }
    }

    private void ofUnknownLife(LeaseEvent event, Arrival at, Effects out) {
        out.note(Note.UNKNOWN_LIFE_IGNORED);
        if (!state.lives.isTracked()) {
            return;
        }
        state.applied(at);
        state.lives.doubt(event.life(), state.sequence().watermarkNs());
        state.journal.livesChanged();
        revokeAll(Reason.HOLDER_IN_DOUBT, true, at.asOf(), out);
    }

    private void startLife(LeaseEvent event, Arrival at, Effects out) {
        revokeAll(Reason.ENGINE_RESTARTED, false, at.asOf(), out);
        outcomes.judgeAllAtRestart(at.asOf(), out);
        for (TrackedRead read : state.reads.forgetAll()) {
            state.audit.rememberFormer(read.toFormer(state.lives.current(), event.clockNs()));
        }
        state.audit.rebaseFormer(event.clockNs()).forEach(state.journal::readChanged);
        state.leases.startLife(event.clockNs());
        state.lives.start(event.life(), event.clockNs());
        state.lifeNumber++;
        state.lastEventOffset = at.offset();
        state.applied(at);
        state.journal.livesChanged();
        for (PairClock clock : state.clocks.values()) {
            clock.holderLifeStarted(event.life(), state.lives.superseded());
            state.journal.clockChanged(clock);
            clock.toOffset(state.holder).ifPresent(out::clockOffset);
        }
    }

    private void ofCurrentLife(LeaseEvent event, Arrival at, Effects out) {
        if (state.sequence().refusesAsLeap(event.seq(), event.clockNs())) {
            state.journal.holderChanged();
            out.refused(BadRecord.LEAP);
            return;
        }
        if (state.isFullFor(event)) {
            out.refused(BadRecord.TOO_MANY_REQUESTS);
            return;
        }
        long lostBefore = state.sequence().highestLostSeq();
        Applied applied = state.leases.apply(event, at.offset());
        state.lastEventOffset = at.offset();
        state.applied(at);
        note(applied, state.sequence().highestLostSeq() > lostBefore, out);
        if (state.lives.endDoubts(state.sequence().watermarkNs())) {
            state.journal.livesChanged();
        }
        reportReuse(at.asOf(), out);
        revokeEnded(at.asOf(), out);
        if (applied == Applied.GAP_FOUND || applied == Applied.TOO_LATE_GAP_FOUND) {
            // A seq found missing is higher than every allocation known, so it distrusts every open read.
            revokeAll(Reason.EVENT_GAP, true, at.asOf(), out);
        }
        outcomes.judgeDue(at.asOf(), out);
        forgetDue();
    }

    private static void note(Applied applied, boolean lost, Effects out) {
        if (applied == Applied.DUPLICATE) {
            out.note(Note.DUPLICATE_EVENT);
        } else if (applied == Applied.TOO_LATE || applied == Applied.TOO_LATE_GAP_FOUND) {
            out.note(Note.EVENT_TOO_LATE);
        }
        if (lost) {
            out.note(Note.EVENT_LOST);
        }
    }

    private void reportReuse(AsOf asOf, Effects out) {
        for (Lease lease : state.leases.reusedNow()) {
            Violation violation =
                    state.violations.doubleAllocation(state.lives.current(), lease, state.sequence(), asOf);
            out.violation(violation);
            remember(ReadAudit.withoutRead(violation));
        }
    }

    private void revokeEnded(AsOf asOf, Effects out) {
        for (Lease lease : state.leases.endedNow()) {
            out.leaseEnded(lease.endReason());
            for (TrackedRead read : KnownReads.openOf(lease)) {
                Reason reason = DecisionTable.reasonOf(lease.endReason());
                state.revoke(read, reason, false, Trigger.LEASE_EVENT, asOf, out);
            }
        }
    }

    private void revokeAll(Reason reason, boolean provisional, AsOf asOf, Effects out) {
        for (TrackedRead read : state.reads.open().all()) {
            state.revoke(read, reason, provisional, Trigger.LEASE_EVENT, asOf, out);
        }
    }

    private void forgetDue() {
        for (RequestLeases request : state.leases.forgetDue(KnownReads::hasWaiting)) {
            List<TrackedRead> claims = KnownReads.formerClaims(request);
            for (TrackedRead read : state.reads.forget(request)) {
                rememberEnded(read, request);
            }
            for (TrackedRead former : claims) {
                keepClaim(former, request);
            }
        }
        for (TrackedRead former : state.audit.forgetFormer(state.sequence().watermarkNs())) {
            if (rememberReport(former, former.formerLife())) {
                state.journal.readReplaced(former);
            } else {
                state.journal.readChanged(former);
            }
        }
    }

    /** A repeat of the outcome may still come, or the last word or a report have been lost. */
    private void rememberEnded(TrackedRead read, RequestLeases of) {
        long sinceNs = read.isCompleted()
                ? read.completedNs()
                : read.lastWord().orElseThrow().evidence().watermarkNs();
        if (state.sequence().watermarkNs() - sinceNs > Constants.HORIZON_NS) {
            rememberReport(read, state.lives.current());
            return;
        }
        TrackedRead former = read.toFormer(state.lives.current(), sinceNs);
        remember(former);
        keepClaim(former, of);
    }

    /** Nothing is left to know of a read but what was reported of it, perhaps by this very event; tells whether anything was. */
    private boolean rememberReport(TrackedRead read, String life) {
        Optional<Violation> report = ReadAudit.report(read, state.sequence().watermarkNs());
        report.ifPresent(known -> remember(read.toReported(life, known.watermarkNs())));
        return report.isPresent();
    }

    private void remember(TrackedRead former) {
        state.audit.rememberFormer(former);
        state.journal.readChanged(former);
    }

    /** The lease of which a claim was used up may still come, and be the first of its request again. */
    private void keepClaim(TrackedRead former, RequestLeases forgotten) {
        boolean remembered = state.sequence().watermarkNs() - former.formerSinceNs() <= Constants.HORIZON_NS;
        if (remembered && KnownReads.claimsUnknownLease(former, forgotten)) {
            state.reads.keepClaim(former, state.leases.touch(former.requestId(), former.formerSinceNs()));
        }
    }
}
