package dev.kvlease.torture.sim;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.OutcomeStatus;
import dev.kvlease.fleet.record.ReadIntentRecord;
import dev.kvlease.fleet.record.ReadOutcomeRecord;

/** What gates say, as the fleet's network carries it. */
final class FleetRecords {
    private FleetRecords() {}

    static FleetRecord of(InputRecord said) {
        return said instanceof InputRecord.Intent intent
                ? intent(intent.intent())
                : outcome(((InputRecord.Outcome) said).outcome());
    }

    private static ReadIntentRecord intent(ReadIntent intent) {
        return new ReadIntentRecord(
                intent.reader(),
                intent.readerLife(),
                intent.holder(),
                intent.holderLife().orElse(""),
                intent.requestId(),
                intent.readRequestId(),
                intent.blockIds(),
                intent.numLocalBlocks(),
                intent.nowNs(),
                intent.expiryNs());
    }

    private static ReadOutcomeRecord outcome(ReadOutcome outcome) {
        return new ReadOutcomeRecord(
                outcome.reader(),
                outcome.readerLife(),
                outcome.holder(),
                outcome.holderLife(),
                outcome.requestId(),
                outcome.readRequestId(),
                outcome.leaseSeq(),
                OutcomeStatus.valueOf(outcome.status().name()),
                outcome.startedNs(),
                outcome.finishedNs());
    }
}
