package dev.kvlease.gate.core;

import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.gate.core.ReadTicket.Confirming;
import java.util.Optional;

/**
 * Decides whether what has been read may be used. A read is confirmed by an answer that has heard the holder up to its
 * end and still knows the same lease: whatever had ended it before has then been told.
 */
final class Confirmer {
    private Confirmer() {}

    /** What can be said without hearing the holder, given what is known of the lease's end; empty if it must be heard. */
    static Optional<Confirmation> atOnce(ReadTicket ticket, Confirming read, Optional<Answer> over) {
        if (ticket.isRevoked()) {
            return discard(ticket.answer().reason());
        }
        if (ticket.permit().isEmpty()) {
            return byFallback(ticket, read, over);
        }
        GateVerdict permit = ticket.permit().get();
        if (permit.reason().equals(Reason.FULL_PREFIX_HIT.name())) {
            return Optional.of(new Confirmation.Use(Answer.Source.STREAM));
        }
        if (isPast(permit.deadlineNs(), read.finishedNs())) {
            return discard(Reason.DEADLINE_PASSED.name());
        }
        if (over.isPresent()) {
            return discard(over.get().reason());
        }
        boolean late = !Absent.is(permit.readableUntilNs()) && read.startedNs() > permit.readableUntilNs();
        if (late) {
            return ticket.fallback().isPresent()
                    ? byFallback(ticket, read, over)
                    : discard(GateReason.STARTED_TOO_LATE.name());
        }
        // of a holder without events nothing more can be heard
        return permit.tracked() ? Optional.empty() : Optional.of(new Confirmation.Use(Answer.Source.STREAM));
    }

    private static Optional<Confirmation> byFallback(ReadTicket ticket, Confirming read, Optional<Answer> over) {
        boolean allowed =
                ticket.fallback().isPresent() && ticket.fallback().get().isReadable();
        if (!allowed) {
            return discard(GateReason.NOT_ALLOWED.name());
        }
        if (over.isPresent()) {
            return discard(over.get().reason());
        }
        Answer fallback = ticket.fallback().get();
        if (isPast(fallback.deadlineNs(), read.finishedNs())) {
            return discard(Reason.DEADLINE_PASSED.name());
        }
        if (!Absent.is(fallback.readableUntilNs()) && read.startedNs() > fallback.readableUntilNs()) {
            return discard(GateReason.STARTED_TOO_LATE.name());
        }
        boolean contradicted =
                ticket.answer().isFinal() && !isOnlyTime(ticket.answer().reason());
        if (contradicted) {
            return discard(ticket.answer().reason());
        }
        return Optional.of(new Confirmation.Use(Answer.Source.FALLBACK));
    }

    /** What the last answer says of a read whose holder must be heard; empty if it must be asked again. */
    static Optional<Confirmation> byAnswer(ReadTicket ticket, Confirming read) {
        GateVerdict permit = ticket.permit().orElseThrow();
        GateVerdict last = ticket.last().orElseThrow();
        if (deniesTheRead(last)) {
            return discard(last.reason());
        }
        if (last.provisional()) {
            return Optional.empty();
        }
        boolean sameLease =
                last.leaseSeq() == permit.leaseSeq() && last.holderLife().equals(permit.holderLife());
        if (!sameLease) {
            return discard(Reason.LEASE_CHANGED.name());
        }
        return hasHeard(last, read.finishedNs())
                ? Optional.of(new Confirmation.Use(Answer.Source.STREAM))
                : Optional.empty();
    }

    /** EXPIRED for good, and not only because time has gone on since. */
    private static boolean deniesTheRead(GateVerdict verdict) {
        return !verdict.readable() && !verdict.provisional() && !isOnlyTime(verdict.reason());
    }

    private static boolean isOnlyTime(String reason) {
        return reason.equals(Reason.DEADLINE_PASSED.name()) || reason.equals(Reason.WITHIN_SAFETY_MARGIN.name());
    }

    /** Whether the holder's clock was surely past the end of the read where it had been heard. */
    private static boolean hasHeard(GateVerdict verdict, long finishedNs) {
        boolean told =
                !Absent.is(verdict.watermarkNs()) && !Absent.is(verdict.bounds().hiNs());
        return told && verdict.watermarkNs() >= verdict.bounds().holderMaxNs(finishedNs, new Drift(verdict.driftPpm()));
    }

    private static boolean isPast(long deadlineNs, long finishedNs) {
        return !Absent.is(deadlineNs) && finishedNs >= deadlineNs;
    }

    private static Optional<Confirmation> discard(String reason) {
        return Optional.of(new Confirmation.Discard(reason));
    }
}
