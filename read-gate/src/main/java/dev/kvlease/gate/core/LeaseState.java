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
        newestRead.ifPresent(older -> older.allowedAfter(Optional.of(ticket)));
        newestRead = Optional.of(ticket);
    }

    /** A read that needs not be told of the end of the lease any more: a lease may last for ever, and see any number. */
    void left(ReadTicket ticket) {
        Optional<ReadTicket> before = ticket.allowedBefore();
        Optional<ReadTicket> after = ticket.allowedAfter();
        before.ifPresent(older -> older.allowedAfter(after));
        after.ifPresent(younger -> younger.allowedBefore(before));
        boolean isNewest = newestRead.isPresent() && newestRead.get() == ticket;
        if (isNewest) {
            newestRead = before;
        }
        ticket.allowedBefore(Optional.empty());
        ticket.allowedAfter(Optional.empty());
    }

    /** How many reads are told when it ends. */
    int reads() {
        int count = 0;
        for (Optional<ReadTicket> read = newestRead;
                read.isPresent();
                read = read.get().allowedBefore()) {
            count++;
        }
        return count;
    }

    /** It is over: so is every read that was allowed on it. */
    void end(Answer answer) {
        if (over.isPresent()) {
            return;
        }
        over = Optional.of(answer);
        while (newestRead.isPresent()) {
            ReadTicket read = newestRead.get();
            left(read);
            read.leaseIsOver(answer);
        }
    }
}
