package dev.kvlease.gate.core;

import dev.kvlease.core.clock.PairClock;

/**
 * What the gate uses of a verdict. Numbers that it does not carry are {@link dev.kvlease.core.common.Absent#LONG}.
 *
 * @param reader the reader that it is for
 * @param readerLife the life of the reader that it is for
 * @param key the read
 * @param holderLife the life of the holder; empty if none is known
 * @param leaseSeq seq of the lease's allocation
 * @param readable true for READABLE; a status that is not known counts as EXPIRED
 * @param reason why, by name
 * @param kind what it is
 * @param provisional true if asking again may help
 * @param readableUntilNs last time at which the read may start, reader clock
 * @param deadlineNs time before which the bytes must have arrived, reader clock
 * @param revision orders the answers
 * @param tracked whether the holder sends lease events
 * @param watermarkNs up to where the holder had been heard, holder clock
 * @param bounds the pair's clock
 * @param driftPpm the drift bound in use
 * @param intentOffset offset of the intent that is answered
 */
public record GateVerdict(
        String reader,
        String readerLife,
        ReadKey key,
        String holderLife,
        long leaseSeq,
        boolean readable,
        String reason,
        Kind kind,
        boolean provisional,
        long readableUntilNs,
        long deadlineNs,
        long revision,
        boolean tracked,
        long watermarkNs,
        PairClock.Bounds bounds,
        int driftPpm,
        long intentOffset) {
    /** What a verdict is, beyond its status. */
    public enum Kind {
        /** An answer, about this moment. */
        ANSWER,
        /** An answer that says that the lease has ended (V6), or is of a life that is over (V3). */
        END,
        /** It takes back what had been said. */
        REVOCATION
    }

    /** The same, with the texts of the read and the reader that are kept anyway. */
    GateVerdict sharing(Reader owner, ReadKey ownKey) {
        return new GateVerdict(
                owner.id(),
                owner.life(),
                ownKey,
                holderLife,
                leaseSeq,
                readable,
                reason,
                kind,
                provisional,
                readableUntilNs,
                deadlineNs,
                revision,
                tracked,
                watermarkNs,
                bounds,
                driftPpm,
                intentOffset);
    }

    LifeId life() {
        return new LifeId(key.holder(), holderLife);
    }

    LeaseId lease() {
        return new LeaseId(life(), key.requestId(), leaseSeq);
    }

    /** The identity of a lease, which ends for good. */
    record LeaseId(LifeId life, String requestId, long seq) {}

    /** A life of a holder, which ends for good. */
    record LifeId(String holder, String life) {}
}
