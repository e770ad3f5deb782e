package dev.kvlease.core.verdict;

import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.lease.Lease;
import java.util.Optional;

/** Puts decisions and revocations into verdicts with their evidence (semantics.md, Delivery). */
public final class VerdictMaker {
    /** Tells of a pair of which nothing is known; nothing is ever taken into it. */
    private static final PairClock UNKNOWN = new PairClock("");

    private final long marginNs;
    private final int driftPpm;

    /**
     * A maker.
     *
     * @param marginNs the safety margin, told as evidence
     * @param driftPpm the drift bound, told as evidence
     */
    public VerdictMaker(long marginNs, int driftPpm) {
        this.marginNs = marginNs;
        this.driftPpm = driftPpm;
    }

    /**
     * The verdict on an intent.
     *
     * @param q what was known
     * @param decision what was decided
     * @param holderEventOffset offset of the holder's last event, or absent
     * @param intentOffset the intent's offset
     * @param asOf positions of all inputs, the intent included
     * @return the verdict
     */
    public Verdict answer(Question q, Decision decision, long holderEventOffset, long intentOffset, AsOf asOf) {
        ReadIntent intent = q.intent();
        boolean leaseConsidered = q.isTracked() && decision.rule().compareTo(Rule.V6) >= 0;
        Optional<Lease> lease = leaseConsidered ? q.current() : Optional.empty();
        Evidence evidence = evidence(
                decision.rule(),
                q.isTracked(),
                q.pair().isPresent() && q.pair().get().hasBounds() ? q.nowNs() : intent.nowNs(),
                q.isTracked() ? expiryNs(lease) : intent.expiryNs(),
                lease,
                q.isTracked() ? q.sequence().watermarkNs() : Absent.LONG,
                q.pair(),
                holderEventOffset,
                intentOffset,
                asOf);
        return new Verdict(
                intent.reader(),
                intent.readerLife(),
                intent.holder(),
                holderLife(q),
                intent.requestId(),
                intent.readRequestId(),
                lease.isPresent() ? lease.get().seq() : Absent.LONG,
                decision.status(),
                decision.reason(),
                Trigger.READ_INTENT,
                decision.provisional(),
                decision.readableUntilNs(),
                decision.deadlineNs(),
                asOf.revision(),
                evidence);
    }

    private static String holderLife(Question q) {
        if (q.intent().holderLife().isPresent()) {
            return q.intent().holderLife().get();
        }
        if (q.isTracked()) {
            return q.lives().current();
        }
        return q.pair().isPresent() ? q.pair().get().holderLife() : "";
    }

    private static long expiryNs(Optional<Lease> lease) {
        return lease.isPresent() ? lease.get().expiryNs() : Absent.LONG;
    }

    /**
     * The revocation of an open read.
     *
     * @param holder the holder
     * @param holderLife the life of the holder that the read is of
     * @param read the read
     * @param lease its lease, if it is still known
     * @param reason the cause
     * @param provisional true if asking again may help
     * @param trigger what kind of record caused it
     * @param watermarkNs the holder's watermark
     * @param pair the pair's clock
     * @param holderEventOffset offset of the holder's last event
     * @param asOf positions of all inputs
     * @return the verdict
     */
    public Verdict revocation(
            String holder,
            String holderLife,
            TrackedRead read,
            Optional<Lease> lease,
            Reason reason,
            boolean provisional,
            Trigger trigger,
            long watermarkNs,
            Optional<PairClock> pair,
            long holderEventOffset,
            AsOf asOf) {
        Evidence evidence = evidence(
                Rule.REVOCATION,
                true,
                Absent.LONG,
                expiryNs(lease),
                lease,
                watermarkNs,
                pair,
                holderEventOffset,
                Absent.LONG,
                asOf);
        return new Verdict(
                read.reader(),
                read.readerLife(),
                holder,
                holderLife,
                read.requestId(),
                read.readRequestId(),
                read.leaseSeq(),
                Status.EXPIRED,
                reason,
                trigger,
                provisional,
                Absent.LONG,
                Absent.LONG,
                asOf.revision(),
                evidence);
    }

    private Evidence evidence(
            Rule rule,
            boolean tracked,
            long nowNs,
            long expiryNs,
            Optional<Lease> lease,
            long watermarkNs,
            Optional<PairClock> pair,
            long holderEventOffset,
            long intentOffset,
            AsOf asOf) {
        PairClock clock = pair.isPresent() ? pair.get() : UNKNOWN;
        PairClock.Bounds bounds = clock.bounds();
        return new Evidence(
                rule,
                tracked,
                nowNs,
                expiryNs,
                lease.isPresent() ? lease.get().endedAtNs() : Absent.LONG,
                watermarkNs,
                clock.isKnown(),
                bounds.loNs(),
                bounds.hiNs(),
                bounds.refNs(),
                bounds.pointNs(),
                bounds.minRttNs(),
                clock.readerLife(),
                clock.holderLife(),
                marginNs,
                driftPpm,
                lease.isPresent() ? lease.get().eventOffset() : holderEventOffset,
                clock.sampleOffset(),
                intentOffset,
                asOf);
    }
}
