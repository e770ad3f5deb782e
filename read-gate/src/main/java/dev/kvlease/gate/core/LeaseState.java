package dev.kvlease.gate.core;

import dev.kvlease.gate.core.GateVerdict.LifeId;
import java.util.Optional;

/**
 * Whether one lease of a holder is over: shared by all reads of it, so that what one of them is told holds for all. It is
 * over for good.
 */
final class LeaseState {
    /** Of answers that speak of no lease. */
    static final LeaseState NONE = new LeaseState(new LifeId("", ""), Optional.empty());

    private final LifeId life;
    private Optional<Answer> over;
    private Optional<ReadTicket> newestRead = Optional.empty();

    LeaseState(LifeId life, Optional<Answer> over) {
        this.life = life;
        this.over = over;
    }

    LifeId life() {
        return life;
    }

    /** What to say of a lease that is over; empty while it is not known to be. */
    Optional<Answer> over() {
        return over;
    }

    /** A read that was allowed on this lease; once each. */
    void allowed(ReadTicket ticket) {
        ticket.allowedBefore(newestRead);
        newestRead = Optional.of(ticket);
    }

    /** It is over: so is every read that was allowed on it. */
    void end(Answer answer) {
        if (over.isPresent()) {
            return;
        }
        over = Optional.of(answer);
        for (Optional<ReadTicket> read = newestRead;
                read.isPresent();
                read = read.get().allowedBefore()) {
            read.get().leaseIsOver(answer);
        }
        newestRead = Optional.empty();
    }
}
