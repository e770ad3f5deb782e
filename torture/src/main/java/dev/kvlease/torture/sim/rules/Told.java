package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.fleet.EngineClock;
import dev.kvlease.fleet.truth.LeaseEndKind;
import dev.kvlease.fleet.truth.ReadSpan;
import dev.kvlease.fleet.truth.ReadTruth;
import java.util.Optional;

/**
 * Whether a holder's events tell of the end of a lease. Of a promise that was broken in silence, nobody can know before the
 * blocks are said to be another request's.
 */
final class Told {
    private final TrueClocks clocks;

    Told(TrueClocks clocks) {
        this.clocks = clocks;
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
