package dev.kvlease.core;

import dev.kvlease.core.audit.ReadAudit;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationState;
import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.verdict.DecisionTable;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.TrackedRead;
import dev.kvlease.core.verdict.Trigger;
import java.util.Optional;

/**
 * After a restore: the last word on every read that its reader may not have heard, and every violation reported within the
 * horizon (semantics.md, Delivery).
 */
final class LastWords {
    private LastWords() {}

    static void repeat(HolderState state, AsOf asOf, Effects out) {
        long watermarkNs = state.sequence().watermarkNs();
        long horizonNs = watermarkNs - Constants.HORIZON_NS;
        for (TrackedRead read : state.reads.all()) {
            Optional<Cause> cause = read.isOpen() ? unheardCause(state, read) : Optional.empty();
            if (cause.isPresent()) {
                Cause found = cause.get();
                state.revoke(read, found.reason(), found.provisional(), found.trigger(), asOf, out);
            } else {
                read.lastWord()
                        .filter(word -> word.evidence().watermarkNs() >= horizonNs)
                        .ifPresent(out::verdict);
            }
            report(read).filter(v -> v.watermarkNs() >= horizonNs).ifPresent(out::violation);
        }
        for (TrackedRead read : state.audit.formerReads()) {
            if (read.formerSinceNs() >= horizonNs) {
                read.lastWord().ifPresent(out::verdict);
                report(read).ifPresent(out::violation);
            } else {
                // Remembered behind a younger one, perhaps for a report that is younger than the read.
                ReadAudit.report(read, watermarkNs).ifPresent(out::violation);
            }
        }
    }

    private static Optional<Violation> report(TrackedRead read) {
        byte[] packed = read.report();
        return packed.length == 0 ? Optional.empty() : Optional.of(ViolationState.read(packed));
    }

    private record Cause(Reason reason, boolean provisional, Trigger trigger) {}

    /** An end may have been remembered when the revocation that follows from it was not. */
    private static Optional<Cause> unheardCause(HolderState state, TrackedRead read) {
        Optional<Lease> lease = state.leases.bySeq(read.requestId(), read.leaseSeq());
        if (lease.isPresent() && lease.get().isEnded()) {
            Reason reason = DecisionTable.reasonOf(lease.get().endReason());
            return Optional.of(new Cause(reason, false, Trigger.LEASE_EVENT));
        }
        if (lease.isEmpty()) {
            return Optional.of(new Cause(Reason.LEASE_UNKNOWN, true, Trigger.LEASE_EVENT));
        }
        if (state.lives.isInDoubt()) {
            return Optional.of(new Cause(Reason.HOLDER_IN_DOUBT, true, Trigger.LEASE_EVENT));
        }
        if (state.sequence().missingAbove(read.leaseSeq())) {
            return Optional.of(new Cause(Reason.EVENT_GAP, true, Trigger.LEASE_EVENT));
        }
        return isClockUsable(state, read)
                ? Optional.empty()
                : Optional.of(new Cause(Reason.CLOCK_UNKNOWN, true, Trigger.CLOCK_SAMPLE));
    }

    private static boolean isClockUsable(HolderState state, TrackedRead read) {
        Optional<PairClock> clock = state.clock(read.reader());
        return clock.isPresent()
                && clock.get().isKnown()
                && clock.get().readerLife().equals(read.readerLife())
                && state.lives.isCurrent(clock.get().holderLife());
    }
}
