package dev.kvlease.gate.core;

import dev.kvlease.core.verdict.ReadIntent;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** What the stream is asked, and when again. Guarded by the gate's lock. */
final class Questions {
    private final Reader reader;
    private final GateOptions options;
    private final Outbox outbox;
    private final Set<ReadTicket> unanswered = new LinkedHashSet<>();

    Questions(Reader reader, GateOptions options, Outbox outbox) {
        this.reader = reader;
        this.options = options;
        this.outbox = outbox;
    }

    /** Asks for a read, unless it is over or was only asked for by a router. */
    void ask(ReadTicket ticket, long nowNs) {
        if (ticket.isEnded() || ticket.isRevoked() || ticket.request().isEmpty()) {
            return;
        }
        unanswered.remove(ticket);
        unanswered.add(ticket);
        ticket.asked(nowNs);
        ticket.touched(nowNs);
        outbox.intent(intent(ticket.request().get(), nowNs));
    }

    ReadIntent intent(ReadRequest request, long nowNs) {
        return new ReadIntent(
                reader.id(),
                reader.life(),
                request.key().holder(),
                request.holderLife(),
                request.key().requestId(),
                request.key().readRequestId(),
                request.blockIds(),
                request.numLocalBlocks(),
                nowNs,
                request.expiryNs());
    }

    /** Asks again if it is time to; returns when it is time next. */
    long askIfDue(ReadTicket ticket, long nowNs) {
        long dueNs = ticket.askedNs() + pauseNs(ticket);
        if (nowNs < dueNs) {
            return dueNs;
        }
        ask(ticket, nowNs);
        return nowNs + pauseNs(ticket);
    }

    /** Asks about a read that is over, at once for the first time; returns when it is time next. */
    long askToConfirm(ReadTicket ticket, ReadTicket.Confirming read, long nowNs) {
        if (ticket.askedNs() >= read.finishedNs()) {
            return askIfDue(ticket, nowNs);
        }
        ticket.startRetries();
        ask(ticket, nowNs);
        return nowNs + pauseNs(ticket);
    }

    private long pauseNs(ReadTicket ticket) {
        if (!ticket.isAnswered()) {
            return options.resendAfter().toNanos();
        }
        long doubledNs = options.retryFirst().toNanos() << Math.max(0, ticket.retries() - 1);
        return Math.min(doubledNs, options.retryMost().toNanos());
    }

    /** Nobody waits for an answer to it any more. */
    void settled(ReadTicket ticket) {
        unanswered.remove(ticket);
    }

    /** How long the oldest question has waited for an answer; 0 if none waits. */
    long unansweredNs(long nowNs) {
        Iterator<ReadTicket> oldest = unanswered.iterator();
        return oldest.hasNext() ? Math.max(0, nowNs - oldest.next().askedNs()) : 0;
    }
}
