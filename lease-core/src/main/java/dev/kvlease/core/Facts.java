package dev.kvlease.core;

import dev.kvlease.core.lease.EventSequence;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.lease.RequestLeases;
import dev.kvlease.core.verdict.TrackedRead;
import dev.kvlease.core.view.HolderFacts;
import dev.kvlease.core.view.LeaseFacts;
import dev.kvlease.core.view.ReadFacts;
import java.util.List;

/** Looks at a holder's state and changes nothing. */
final class Facts {
    private Facts() {}

    static HolderFacts holder(HolderState state) {
        EventSequence sequence = state.sequence();
        return new HolderFacts(
                state.holder,
                state.lives.current(),
                state.lives.isTracked(),
                state.lives.isInDoubt(),
                sequence.watermarkNs(),
                sequence.highestSeq(),
                sequence.missingCount(),
                sequence.oldestGapNs(),
                state.leases.counts(),
                state.reads.open().count(),
                state.audit.waitingCount(),
                state.clocks.size(),
                state.lastRecordTimeMs);
    }

    static List<LeaseFacts> leases(HolderState state, String requestId) {
        return state.leases.request(requestId).map(RequestLeases::all).orElse(List.of()).stream()
                .map(lease -> lease(state, lease))
                .toList();
    }

    private static LeaseFacts lease(HolderState state, Lease lease) {
        return new LeaseFacts(
                lease.requestId(),
                lease.seq(),
                lease.firstExpiryNs(),
                lease.expiryNs(),
                lease.maxReads(),
                lease.endReason(),
                lease.endedAtNs(),
                !state.sequence().missingAbove(lease.seq()),
                lease.reusedBy());
    }

    static List<ReadFacts> reads(HolderState state, String reader, String requestId) {
        return state.reads.all().stream()
                .filter(read -> read.reader().equals(reader) && read.requestId().equals(requestId))
                .map(Facts::read)
                .toList();
    }

    private static ReadFacts read(TrackedRead read) {
        return new ReadFacts(
                read.reader(),
                read.requestId(),
                read.readRequestId(),
                read.isOpen(),
                read.isCompleted(),
                read.isWaiting(),
                read.lastWord());
    }
}
