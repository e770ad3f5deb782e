package dev.kvlease.fleet.truth;

import dev.kvlease.fleet.record.FleetRecord;

/**
 * How a lease had ended when a read of it was over. Numbers that do not exist are {@link FleetRecord#ABSENT}.
 *
 * @param kind what ended it first
 * @param reason why it was released, or empty
 * @param clockNs when, holder clock; absent for a restart
 * @param seq seq of the event that told it, or absent while none has been sent, as none is of a broken promise
 * @param knownTrueNs true time at which that event, a later one of its life, or one of a later life had been delivered
 *     for the first time, or absent if none had by the end of the read
 */
public record LeaseEnd(LeaseEndKind kind, String reason, long clockNs, long seq, long knownTrueNs) {
    /** The lease goes on. */
    public static final LeaseEnd NONE =
            new LeaseEnd(LeaseEndKind.NONE, "", FleetRecord.ABSENT, FleetRecord.ABSENT, FleetRecord.ABSENT);
}
