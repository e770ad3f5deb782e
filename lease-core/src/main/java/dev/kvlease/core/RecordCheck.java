package dev.kvlease.core;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.common.Ids;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.Optional;

/** The edge of the core: finds the bad records that can be told without any state. */
final class RecordCheck {
    private RecordCheck() {}

    static Optional<BadRecord> check(LeaseEvent event) {
        if (event.type() == LeaseEventType.UNKNOWN) {
            return Optional.of(BadRecord.TYPE_UNKNOWN);
        }
        if (!Ids.isValid(event.holder())) {
            return Optional.of(BadRecord.ID_INVALID);
        }
        if (!Ids.isValid(event.life())) {
            return Optional.of(BadRecord.INCARNATION_INVALID);
        }
        if (isOutOfRange(event.seq())) {
            return Optional.of(BadRecord.SEQ_OUT_OF_RANGE);
        }
        if (isOutOfRange(event.clockNs()) || isOptionalOutOfRange(event.expiryNs())) {
            return Optional.of(BadRecord.TIME_OUT_OF_RANGE);
        }
        if ((event.type() == LeaseEventType.ENGINE_STARTED) != (event.seq() == 0)) {
            return Optional.of(BadRecord.START_SEQ_INVALID);
        }
        if (isOptionalNegative(event.numTokens()) || isOptionalNegative(event.numBlocks())) {
            return Optional.of(BadRecord.COUNT_NEGATIVE);
        }
        if (!Absent.is(event.maxReads()) && event.maxReads() < 1) {
            return Optional.of(BadRecord.MAX_READS_INVALID);
        }
        boolean badRequest = !event.requestId().isEmpty() && !Ids.isValid(event.requestId());
        if (badRequest) {
            return Optional.of(BadRecord.ID_INVALID);
        }
        return event.type().ofRequest() ? checkRequest(event) : checkBlocks(event);
    }

    private static Optional<BadRecord> checkRequest(LeaseEvent event) {
        if (event.requestId().isEmpty()) {
            return Optional.of(BadRecord.REQUEST_MISSING);
        }
        if (event.type() == LeaseEventType.BLOCKS_ALLOCATED && event.blockIds().isEmpty()) {
            return Optional.of(BadRecord.BLOCKS_MISSING);
        }
        if (event.type() == LeaseEventType.LEASE_EXTENDED && Absent.is(event.expiryNs())) {
            return Optional.of(BadRecord.EXPIRY_MISSING);
        }
        return checkBlocks(event);
    }

    private static Optional<BadRecord> checkBlocks(LeaseEvent event) {
        for (int shared : event.sharedPrefixBlocks()) {
            if (shared < 0) {
                return Optional.of(BadRecord.COUNT_NEGATIVE);
            }
        }
        boolean bad = event.sharedPrefixBlocks().length > Constants.MAX_GROUPS
                || (event.blockIds().isPresent()
                        && areBlocksInvalid(event.blockIds().get()));
        return bad ? Optional.of(BadRecord.BLOCKS_INVALID) : Optional.empty();
    }

    static Optional<BadRecord> check(HandshakeSample sample) {
        if (!Ids.isValid(sample.reader()) || !Ids.isValid(sample.holder())) {
            return Optional.of(BadRecord.ID_INVALID);
        }
        if (!Ids.isValid(sample.readerLife()) || !Ids.isValid(sample.holderLife())) {
            return Optional.of(BadRecord.INCARNATION_INVALID);
        }
        if (isOutOfRange(sample.sentNs()) || isOutOfRange(sample.remoteNs()) || isOutOfRange(sample.receivedNs())) {
            return Optional.of(BadRecord.TIME_OUT_OF_RANGE);
        }
        if (sample.rank() < 0) {
            return Optional.of(BadRecord.COUNT_NEGATIVE);
        }
        if (sample.receivedNs() < sample.sentNs()) {
            return Optional.of(BadRecord.SPAN_NEGATIVE);
        }
        boolean slow = sample.receivedNs() - sample.sentNs() > Constants.MAX_RTT_NS;
        return slow ? Optional.of(BadRecord.ROUND_TRIP_TOO_LONG) : Optional.empty();
    }

    static Optional<BadRecord> check(ReadIntent intent) {
        if (!Ids.isValid(intent.reader())
                || !Ids.isValid(intent.holder())
                || !Ids.isValid(intent.requestId())
                || !Ids.isValid(intent.readRequestId())) {
            return Optional.of(BadRecord.ID_INVALID);
        }
        boolean badHolderLife = intent.holderLife().isPresent()
                && !Ids.isValid(intent.holderLife().get());
        if (!Ids.isValid(intent.readerLife()) || badHolderLife) {
            return Optional.of(BadRecord.INCARNATION_INVALID);
        }
        if (isOptionalOutOfRange(intent.nowNs()) || isOptionalOutOfRange(intent.expiryNs())) {
            return Optional.of(BadRecord.TIME_OUT_OF_RANGE);
        }
        if (intent.numLocalBlocks() < 0) {
            return Optional.of(BadRecord.COUNT_NEGATIVE);
        }
        return areBlocksInvalid(intent.blockIds()) ? Optional.of(BadRecord.BLOCKS_INVALID) : Optional.empty();
    }

    static Optional<BadRecord> check(ReadOutcome outcome) {
        if (outcome.status() == ReadStatus.UNKNOWN) {
            return Optional.of(BadRecord.TYPE_UNKNOWN);
        }
        if (!Ids.isValid(outcome.reader())
                || !Ids.isValid(outcome.holder())
                || !Ids.isValid(outcome.requestId())
                || !Ids.isValid(outcome.readRequestId())) {
            return Optional.of(BadRecord.ID_INVALID);
        }
        if (!Ids.isValid(outcome.readerLife()) || !Ids.isValid(outcome.holderLife())) {
            return Optional.of(BadRecord.INCARNATION_INVALID);
        }
        if (isOptionalOutOfRange(outcome.leaseSeq())) {
            return Optional.of(BadRecord.SEQ_OUT_OF_RANGE);
        }
        if (isOutOfRange(outcome.startedNs()) || isOutOfRange(outcome.finishedNs())) {
            return Optional.of(BadRecord.TIME_OUT_OF_RANGE);
        }
        boolean backwards = outcome.finishedNs() < outcome.startedNs();
        return backwards ? Optional.of(BadRecord.SPAN_NEGATIVE) : Optional.empty();
    }

    private static boolean areBlocksInvalid(int[][] groups) {
        if (groups.length > Constants.MAX_GROUPS) {
            return true;
        }
        int count = 0;
        for (int[] group : groups) {
            count += group.length;
            if (count > Constants.MAX_BLOCK_IDS) {
                return true;
            }
            int signs = 0;
            for (int id : group) {
                signs |= id;
            }
            if (signs < 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOutOfRange(long value) {
        return value < 0 || value >= Constants.TIME_END_NS;
    }

    private static boolean isOptionalOutOfRange(long value) {
        return !Absent.is(value) && isOutOfRange(value);
    }

    private static boolean isOptionalNegative(long value) {
        return !Absent.is(value) && value < 0;
    }
}
