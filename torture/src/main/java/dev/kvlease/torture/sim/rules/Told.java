package dev.kvlease.torture.sim.rules;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.fleet.EngineClock;
import dev.kvlease.fleet.truth.LeaseEndKind;
import dev.kvlease.fleet.truth.ReadSpan;
import dev.kvlease.fleet.truth.ReadTruth;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a holder's events tell of the end of a lease. Of a promise that was broken in silence, nobody can know before the
 * blocks are said to be another request's.
 */
final class Told {
    private final TrueClocks clocks;
    /** Reads whose question named the deadline of the lease that it was about. */
    private final Set<String> named = new HashSet<>();

    Told(TrueClocks clocks) {
        this.clocks = clocks;
    }

    /**
     * A record is consumed.
     *
     * @param record any record
     */
    void take(Consumed record) {
        if (record.input() instanceof InputRecord.Intent asked
                && !Absent.is(asked.intent().expiryNs())) {
            named.add(asked.intent().readRequestId());
        }
    }

    /**
     * Whether a read was taken for one of a newer lease, and nobody could know better: the holder broke its promise, leased the
     * same request the same blocks again, and the question names no deadline, by which the two leases could be told apart.
     *
     * @param truth a read with a transfer
     * @param leaseSeq seq of the lease that it was taken for, or absent
     * @return true if what is said of the read is said of the newer lease
     */
    boolean isMistaken(ReadTruth truth, long leaseSeq) {
        return truth.actual().orElseThrow().end().kind() == LeaseEndKind.BROKEN
                && leaseSeq > truth.leaseSeq()
                && !named.contains(truth.readRequestId());
    }

    /**
     * Whether what ended a read's lease before its transfer was over can be known.
     *
     * @param truth a read with a transfer
     * @param evidence what the holder has said
     * @return false if the promise was broken, and the events consumed tell of no end before the transfer was over
     */
    boolean isTold(ReadTruth truth, Evidence evidence) {
        ReadSpan span = truth.actual().orElseThrow();
        if (span.end().kind() != LeaseEndKind.BROKEN) {
            return true;
        }
        Optional<LifeEvidence> life = evidence.life(truth.holderLife());
        Optional<RequestEvidence> request = life.flatMap(known -> known.request(truth.requestId()));
        Optional<EngineClock> clock = clocks.of(truth.holderLife());
        if (request.isEmpty() || clock.isEmpty()) {
            return false;
        }
        long finishedNs = clock.get().at(span.finishedTrueNs());
        Optional<LeaseEvent> taker = life.get().takerOf(truth.requestId(), truth.leaseSeq(), Long.MAX_VALUE);
        Optional<LeaseEvent> end = request.get().endOf(truth.leaseSeq(), Long.MAX_VALUE);
        long expiryNs = request.get().latestExpiryNs(truth.leaseSeq());
        return taker.filter(event -> event.clockNs() <= finishedNs).isPresent()
                || end.filter(event -> event.clockNs() <= finishedNs && !isNotice(event))
                        .isPresent()
                || (!Absent.is(expiryNs) && expiryNs <= finishedNs);
    }

    /** What a reader's own notice ended is not held against its read. */
    private static boolean isNotice(LeaseEvent event) {
        return event.reason().equals(LeaseEvent.READ_COMPLETED);
    }
}
