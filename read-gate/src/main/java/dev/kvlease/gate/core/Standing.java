package dev.kvlease.gate.core;

import dev.kvlease.core.verdict.Reason;
import java.util.Optional;

/**
 * Which answer stands for a read. Guarded by the gate's lock.
 *
 * <ul>
 *   <li>a revocation, for good;
 *   <li>else the answer to the newest question; a further answer to the same question replaces the one before, but what
 *       was EXPIRED for good does not become READABLE by it;
 *   <li>READABLE for a lease, or a life of its holder, that is known to be over is EXPIRED.
 * </ul>
 */
final class Standing {
    private final Ends ends;

    Standing(Ends ends) {
        this.ends = ends;
    }

    /** Takes a verdict of the ticket's read. */
    Taken take(ReadTicket ticket, GateVerdict verdict, long nowNs) {
        ends.learn(verdict, nowNs);
        ticket.touched(nowNs);
        if (ticket.isEnded() || ticket.isRevoked()) {
            return Taken.TOO_LATE;
        }
        return verdict.kind() == GateVerdict.Kind.REVOCATION
                ? revoke(ticket, verdict.reason())
                : answer(ticket, verdict, nowNs);
    }

    /** For this read it is final, provisional or not: nobody may take up a transfer again that was taken back. */
    private static Taken revoke(ReadTicket ticket, String reason) {
        ticket.revoke(Answer.expired(reason, Answer.Source.STREAM));
        return Taken.REVOKED;
    }

    private Taken answer(ReadTicket ticket, GateVerdict verdict, long nowNs) {
        Optional<GateVerdict> last = ticket.last();
        boolean same = last.isPresent() && last.get().intentOffset() == verdict.intentOffset();
        boolean older =
                last.isPresent() && !same && verdict.revision() < last.get().revision();
        boolean revives = same && verdict.readable() && ticket.answer().isFinal();
        if (older || revives) {
            return Taken.TOO_LATE;
        }
        if (isOfAnotherLease(ticket, verdict)) {
            return revoke(ticket, Reason.LEASE_CHANGED.name());
        }
        if (!verdict.readable()) {
            ticket.answered(verdict, Answer.of(verdict));
            return Taken.ANSWERED;
        }
        LeaseState lease = ends.lease(verdict, nowNs);
        if (lease.over().isPresent()) {
            ticket.answered(verdict, lease.over().get());
            return Taken.ABSORBED;
        }
        ticket.allowed(verdict, lease);
        return Taken.ANSWERED;
    }

    /** A read that was allowed on one lease must not go on under the answer for the request's next one. */
    private static boolean isOfAnotherLease(ReadTicket ticket, GateVerdict verdict) {
        return verdict.readable()
                && ticket.permit().isPresent()
                && !verdict.lease().equals(ticket.permit().get().lease());
    }

    /**
     * What is known of the end of the read's lease, or of the life that it is of. A read without a READABLE may be of any
     * lease of its request.
     */
    Optional<Answer> knownEnd(ReadTicket ticket) {
        boolean hasLease =
                ticket.permit().filter(permit -> permit.leaseSeq() >= 0).isPresent();
        return ofLife(ticket, ticket.request().flatMap(ReadRequest::holderLife))
                .or(() -> ofLife(ticket, ticket.fallbackLife()))
                .or(() -> ticket.permittedLease().over())
                .or(() -> hasLease ? Optional.empty() : ends.ofRequest(ticket.key()));
    }

    private Optional<Answer> ofLife(ReadTicket ticket, Optional<String> life) {
        return life.flatMap(
                named -> ends.ofLife(new GateVerdict.LifeId(ticket.key().holder(), named)));
    }
}
