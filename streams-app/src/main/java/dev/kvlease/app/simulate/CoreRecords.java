package dev.kvlease.app.simulate;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.fleet.Delivered;
import dev.kvlease.fleet.FleetVerdict;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.record.LeaseEventKind;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.fleet.record.ReadIntentRecord;
import dev.kvlease.fleet.record.ReadOutcomeRecord;
import java.util.Optional;

/** What the simulated engines say, as records of the core; and what the core answers, as engines receive it. */
public final class CoreRecords {
    private CoreRecords() {}

    /**
     * A record of an engine.
     *
     * @param record as the engine says it
     * @return the core's record
     */
    public static InputRecord input(FleetRecord record) {
        if (record instanceof LeaseEventRecord event) {
            return new InputRecord.Event(leaseEvent(event));
        }
        if (record instanceof HandshakeSampleRecord sample) {
            return new InputRecord.Sample(handshakeSample(sample));
        }
        if (record instanceof ReadIntentRecord intent) {
            return new InputRecord.Intent(readIntent(intent));
        }
        return new InputRecord.Outcome(readOutcome((ReadOutcomeRecord) record));
    }

    /**
     * Where a record of an engine belongs.
     *
     * @param record as the engine says it
     * @return its topic
     */
    public static Topic topic(FleetRecord record) {
        if (record instanceof LeaseEventRecord) {
            return Topic.LEASE_EVENTS;
        }
        if (record instanceof HandshakeSampleRecord) {
            return Topic.HANDSHAKE_SAMPLES;
        }
        return record instanceof ReadIntentRecord ? Topic.READ_INTENTS : Topic.READ_OUTCOMES;
    }

    /** Writes a record to a file and hands it to a replay. */
    static void forward(Delivered delivered, Origin at, EventFileWriter file, EventHandler replay) {
        if (delivered.record() instanceof LeaseEventRecord record) {
            LeaseEvent event = leaseEvent(record);
            file.leaseEvent(event, record.role().name(), at.recordTimeMs());
            replay.leaseEvent(event, at);
        } else if (delivered.record() instanceof HandshakeSampleRecord record) {
            HandshakeSample sample = handshakeSample(record);
            file.handshakeSample(sample, at.recordTimeMs());
            replay.handshakeSample(sample, at);
        } else if (delivered.record() instanceof ReadIntentRecord record) {
            ReadIntent intent = readIntent(record);
            file.readIntent(intent, at.recordTimeMs());
            replay.readIntent(intent, at);
        } else if (delivered.record() instanceof ReadOutcomeRecord record) {
            ReadOutcome outcome = readOutcome(record);
            file.readOutcome(outcome, at.recordTimeMs());
            replay.readOutcome(outcome, at);
        } else {
            throw new IllegalArgumentException("a record of no topic: " + delivered.record());
        }
    }

    static LeaseEvent leaseEvent(LeaseEventRecord record) {
        boolean allocation = record.kind() == LeaseEventKind.BLOCKS_ALLOCATED;
        return new LeaseEvent(
                LeaseEventType.valueOf(record.kind().name()),
                record.holder(),
                record.life(),
                record.seq(),
                record.clockNs(),
                record.requestId(),
                allocation ? Optional.of(record.blockIds()) : Optional.empty(),
                record.sharedPrefixBlocks(),
                record.expiryNs(),
                record.maxReads(),
                record.numTokens(),
                record.numBlocks(),
                record.reason());
    }

    /**
     * A handshake sample.
     *
     * @param record as the reader says it
     * @return the core's record
     */
    public static HandshakeSample handshakeSample(HandshakeSampleRecord record) {
        return new HandshakeSample(
                record.reader(),
                record.readerLife(),
                record.holder(),
                record.holderLife(),
                record.rank(),
                record.sentNs(),
                record.remoteNs(),
                record.receivedNs());
    }

    static ReadIntent readIntent(ReadIntentRecord record) {
        return new ReadIntent(
                record.reader(),
                record.readerLife(),
                record.holder(),
                record.holderLife().isEmpty() ? Optional.empty() : Optional.of(record.holderLife()),
                record.requestId(),
                record.readRequestId(),
                record.blockIds(),
                record.numLocalBlocks(),
                record.nowNs(),
                record.expiryNs());
    }

    static ReadOutcome readOutcome(ReadOutcomeRecord record) {
        return new ReadOutcome(
                record.reader(),
                record.readerLife(),
                record.holder(),
                record.holderLife(),
                record.requestId(),
                record.readRequestId(),
                record.leaseSeq(),
                ReadStatus.valueOf(record.status().name()),
                record.startedNs(),
                record.finishedNs());
    }

    /**
     * An answer of the core, as an engine receives it.
     *
     * @param verdict the answer
     * @return what the engine is told
     */
    public static FleetVerdict toFleet(Verdict verdict) {
        return new FleetVerdict(
                verdict.reader(),
                verdict.readerLife(),
                verdict.readRequestId(),
                verdict.status() == Status.READABLE,
                verdict.trigger() != Trigger.READ_INTENT,
                verdict.provisional(),
                verdict.reason().name(),
                verdict.leaseSeq(),
                verdict.readableUntilNs(),
                verdict.deadlineNs());
    }
}
