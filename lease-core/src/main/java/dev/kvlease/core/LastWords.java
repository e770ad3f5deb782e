package dev.kvlease.core;

import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.verdict.DecisionTable;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.TrackedRead;
import dev.kvlease.core.verdict.Trigger;
import java.util.Optional;

/** After a restore: the last word on every read that its reader may not have heard (semantics.md, Delivery). */
final class LastWords {
    private LastWords() {}

    static void repeat(HolderState state, Effects out) {
        long watermarkNs = state.sequence().watermarkNs();
        for (TrackedRead read : state.reads.all()) {
            if (read.isOpen() && revokedForUnheardCause(state, read, out)) {
                continue;
            }
            if (read.lastWord().isPresent() && watermarkNs - read.toldNs() <= Constants.HORIZON_NS) {
                out.verdict(read.lastWord().get());
            }
        }
    }

    /** An end may have been remembered when the revocation that follows from it was not. */
    private static boolean revokedForUnheardCause(HolderState state, TrackedRead read, Effects out) {
        Optional<Lease> lease = state.leases.request(read.requestId()).flatMap(r -> r.bySeq(read.leaseSeq()));
        if (lease.isEmpty()) {
            return revoke(state, read, Reason.ENGINE_RESTARTED, false, Trigger.LEASE_EVENT, out);
        }
        if (lease.get().isEnded()) {
            Reason reason = DecisionTable.reasonOf(lease.get().endReason());
            return revoke(state, read, reason, false, Trigger.LEASE_EVENT, out);
        }
        if (state.lives.isInDoubt()) {
            return revoke(state, read, Reason.HOLDER_IN_DOUBT, true, Trigger.LEASE_EVENT, out);
        }
        if (state.sequence().missingAbove(read.leaseSeq())) {
            return revoke(state, read, Reason.EVENT_GAP, true, Trigger.LEASE_EVENT, out);
        }
        if (!isClockUsable(state, read)) {
            return revoke(state, read, Reason.CLOCK_UNKNOWN, true, Trigger.CLOCK_SAMPLE, out);
        }
        return false;
    }

    private static boolean revoke(
            HolderState state, TrackedRead read, Reason reason, boolean provisional, Trigger trigger, Effects out) {
        AsOf asOf = read.lastWord().orElseThrow().evidence().asOf();
        state.revoke(read, reason, provisional, trigger, asOf, out);
        return true;
    }

    private static boolean isClockUsable(HolderState state, TrackedRead read) {
        Optional<PairClock> clock = state.clock(read.reader());
        return clock.isPresent()
                && clock.get().isKnown()
                && clock.get().readerLife().equals(read.readerLife())
                && state.lives.isCurrent(clock.get().holderLife());
    }
}
