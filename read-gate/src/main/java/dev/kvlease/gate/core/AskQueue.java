package dev.kvlease.gate.core;

import dev.kvlease.core.common.Absent;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The reads whose answer has run out, in a queue made of the tickets themselves: adding is one exchange, without waiting
 * and without allocating. Many threads add; one at a time polls.
 */
final class AskQueue {
    private final ReadTicket stub =
            new ReadTicket(new ReadKey("", "", ""), Answer.unknown(GateReason.NOT_ANSWERED), Absent.LONG);
    private final AtomicReference<ReadTicket> newest = new AtomicReference<>(stub);
    private ReadTicket oldest = stub;

    /** Adds a ticket that is not in the queue. */
    void add(ReadTicket ticket) {
        ticket.next(null);
        newest.getAndSet(ticket).next(ticket);
    }

    /** Takes the oldest; empty also while one is just being added. */
    Optional<ReadTicket> poll() {
        if (oldest == stub) {
            if (stub.next() == null) {
                return Optional.empty();
            }
            oldest = stub.next();
        }
        ReadTicket taken = oldest;
        if (taken.next() == null && taken == newest.get()) {
            add(stub);
        }
        if (taken.next() == null) {
            return Optional.empty();
        }
        oldest = taken.next();
        return Optional.of(taken);
    }
}
