package dev.kvlease.app.whatif;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.List;

/**
 * Events as they would have been with leases of another duration: deadlines lie further away or nearer, counted from the
 * event that sets them; the holder's sweep goes by them and is not told of any more; and as it is not known which blocks
 * would have been free, no reuse is inferred. All else stays as it was.
 */
record LeaseScale(double factor) {
    LeaseEvent apply(LeaseEvent event) {
        boolean swept = event.type() == LeaseEventType.BLOCKS_EXPIRED;
        return new LeaseEvent(
                swept ? LeaseEventType.ENGINE_HEARTBEAT : event.type(),
                event.holder(),
                event.life(),
                event.seq(),
                event.clockNs(),
                swept ? "" : event.requestId(),
                event.blockIds(),
                new int[0],
                scaled(event.clockNs(), event.expiryNs()),
                event.maxReads(),
                event.numTokens(),
                event.numBlocks(),
                event.reason());
    }

    /** The deadline that came with an intent is that of an allocation, if one is known. */
    ReadIntent apply(ReadIntent intent, List<LeaseEvent> ofRequest) {
        for (LeaseEvent event : ofRequest) {
            boolean meant = event.type() == LeaseEventType.BLOCKS_ALLOCATED
                    && !Absent.is(event.expiryNs())
                    && Math.abs(event.expiryNs() - intent.expiryNs()) <= Constants.EXPIRY_TOLERANCE_NS;
            if (meant) {
                return withExpiry(intent, scaled(event.clockNs(), event.expiryNs()));
            }
        }
        return intent;
    }

    private static ReadIntent withExpiry(ReadIntent intent, long expiryNs) {
        return new ReadIntent(
                intent.reader(),
                intent.readerLife(),
                intent.holder(),
                intent.holderLife(),
                intent.requestId(),
                intent.readRequestId(),
                intent.blockIds(),
                intent.numLocalBlocks(),
                intent.nowNs(),
                expiryNs);
    }

    private long scaled(long fromNs, long toNs) {
        if (Absent.is(toNs) || toNs < fromNs) {
            return toNs;
        }
        double durationNs = Math.min((toNs - fromNs) * factor, Constants.TIME_END_NS / 4.0);
        return Math.min(fromNs + Math.round(durationNs), Constants.TIME_END_NS - 1);
    }
}
