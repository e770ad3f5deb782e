package dev.kvlease.core.verdict;

import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.EndReason;
import java.util.Optional;

/**
 * The decision table of semantics.md, "Read intent": one method a rule, tried from V1 to V19; the first that applies
 * decides.
 *
 * <p>A doubt is answered EXPIRED: the reader recomputes, which is slower and never wrong.
 */
public final class DecisionTable {
    private final Drift drift;
    private final long marginNs;
    private final boolean untrackedExpired;
    private final boolean missingDeadlineExpired;

    /**
     * A table with its variable parts.
     *
     * @param drift the drift bound
     * @param marginNs the safety margin (V18)
     * @param untrackedExpired V2: untracked holders are answered EXPIRED
     * @param missingDeadlineExpired V12: intents without a deadline are answered EXPIRED
     */
    public DecisionTable(Drift drift, long marginNs, boolean untrackedExpired, boolean missingDeadlineExpired) {
        this.drift = drift;
        this.marginNs = marginNs;
        this.untrackedExpired = untrackedExpired;
        this.missingDeadlineExpired = missingDeadlineExpired;
    }

    /**
     * Decides.
     *
     * @param q what is known
     * @return the decision
     */
    public Decision decide(Question q) {
        if (v1NothingToRead(q)) {
            return Decision.readable(Rule.V1, Reason.FULL_PREFIX_HIT);
        }
        return q.isTracked() ? decideTracked(q) : decideUntracked(q);
    }

    private Decision decideTracked(Question q) {
        if (v3NamesSupersededLife(q)) {
            return Decision.expired(Rule.V3, Reason.ENGINE_RESTARTED);
        }
        if (v4InDoubt(q)) {
            return Decision.provisional(Rule.V4, Reason.HOLDER_IN_DOUBT);
        }
        if (v5LeaseUnknown(q)) {
            return Decision.provisional(Rule.V5, Reason.LEASE_UNKNOWN);
        }
        if (v6Ended(q)) {
            return Decision.expired(Rule.V6, reasonOf(q.lease().endReason()));
        }
        if (v7Gap(q)) {
            return Decision.provisional(Rule.V7, Reason.EVENT_GAP);
        }
        if (v8LeaseChanged(q)) {
            return Decision.expired(Rule.V8, Reason.LEASE_CHANGED);
        }
        if (v9BlocksNotLeased(q)) {
            return Decision.expired(Rule.V9, Reason.BLOCKS_NOT_LEASED);
        }
        if (v10Claimed(q)) {
            return Decision.provisional(Rule.V10, Reason.CLAIMED);
        }
        if (v11TooManyReads(q)) {
            return Decision.provisional(Rule.V11, Reason.TOO_MANY_READS);
        }
        if (v13ClockUnknown(q)) {
            return Decision.provisional(Rule.V13, Reason.CLOCK_UNKNOWN);
        }
        if (v15HolderSilent(q)) {
            return Decision.provisional(Rule.V15, Reason.HOLDER_SILENT);
        }
        if (v16NoDeadline(q)) {
            return new Decision(Rule.V16, Status.READABLE, Reason.NO_DEADLINE, false, heardUntilNs(q), Absent.LONG);
        }
        return decideByDeadline(q);
    }

    private Decision decideUntracked(Question q) {
        if (v2HolderUntracked()) {
            return Decision.provisional(Rule.V2, Reason.HOLDER_UNTRACKED);
        }
        if (v12NoDeadline(q)) {
            Status status = missingDeadlineExpired ? Status.EXPIRED : Status.READABLE;
            return new Decision(Rule.V12, status, Reason.NO_DEADLINE, false, Absent.LONG, Absent.LONG);
        }
        if (v13ClockUnknown(q)) {
            return Decision.provisional(Rule.V13, Reason.CLOCK_UNKNOWN);
        }
        if (v14DeadlineImplausible(q)) {
            return Decision.expired(Rule.V14, Reason.DEADLINE_IMPLAUSIBLE);
        }
        return decideByDeadline(q);
    }

    /** V17 to V19; from here on the times are given. */
    private Decision decideByDeadline(Question q) {
        long deadlineNs = q.clock().earliestNs(q.expiryNs(), drift);
        long untilNs = deadlineNs - marginNs;
        if (q.isTracked()) {
            untilNs = Math.min(untilNs, heardUntilNs(q));
        }
        if (v17DeadlinePassed(q, deadlineNs)) {
            return new Decision(Rule.V17, Status.EXPIRED, Reason.DEADLINE_PASSED, false, untilNs, deadlineNs);
        }
        if (v18WithinMargin(q, deadlineNs)) {
            return new Decision(Rule.V18, Status.EXPIRED, Reason.WITHIN_SAFETY_MARGIN, false, untilNs, deadlineNs);
        }
        return new Decision(Rule.V19, Status.READABLE, Reason.WITHIN_LEASE, false, untilNs, deadlineNs);
    }

    private static boolean v1NothingToRead(Question q) {
        return q.intent().numLocalBlocks() == 0;
    }

    private boolean v2HolderUntracked() {
        return untrackedExpired;
    }

    private static boolean v3NamesSupersededLife(Question q) {
        Optional<String> named = q.intent().holderLife();
        return named.isPresent() && q.lives().superseded().contains(named.get());
    }

    private static boolean v4InDoubt(Question q) {
        return q.lives().isInDoubt();
    }

    private static boolean v5LeaseUnknown(Question q) {
        Optional<String> named = q.intent().holderLife();
        boolean namesLifeToCome = named.isPresent() && !q.lives().isCurrent(named.get());
        return namesLifeToCome || q.current().isEmpty();
    }

    private static boolean v6Ended(Question q) {
        return q.lease().isEnded();
    }

    private static boolean v7Gap(Question q) {
        return q.sequence().missingAbove(q.lease().seq());
    }

    private static boolean v8LeaseChanged(Question q) {
        return !q.lease().isMeantBy(q.intent().expiryNs());
    }

    private static boolean v9BlocksNotLeased(Question q) {
        return !q.lease().blocks().containAll(q.intent().blockIds());
    }

    private static boolean v10Claimed(Question q) {
        long maxReads = q.lease().maxReads();
        return !Absent.is(maxReads)
                && KnownReads.claimsAgainst(
                                q.lease(),
                                q.intent().readRequestId(),
                                q.sequence().watermarkNs())
                        >= maxReads;
    }

    private static boolean v11TooManyReads(Question q) {
        ReadIntent intent = q.intent();
        return KnownReads.openOthers(q.lease(), intent.reader(), intent.readRequestId()) >= Constants.MAX_OPEN_READS;
    }

    private static boolean v12NoDeadline(Question q) {
        return Absent.is(q.intent().expiryNs());
    }

    private static boolean v13ClockUnknown(Question q) {
        if (q.pair().isEmpty() || !q.clock().isKnown()) {
            return true;
        }
        PairClock clock = q.clock();
        Optional<String> named = q.intent().holderLife();
        boolean otherReaderLife = !clock.readerLife().equals(q.intent().readerLife());
        boolean otherNamedLife = named.isPresent() && !clock.holderLife().equals(named.get());
        boolean otherCurrentLife = q.isTracked() && !q.lives().isCurrent(clock.holderLife());
        return otherReaderLife || otherNamedLife || otherCurrentLife;
    }

    private boolean v14DeadlineImplausible(Question q) {
        return !Absent.is(q.intent().nowNs())
                && q.intent().expiryNs() - q.clock().holderMaxNs(q.nowNs(), drift) > Constants.LEAP_NS;
    }

    private boolean v15HolderSilent(Question q) {
        return q.nowNs() > heardUntilNs(q);
    }

    private static boolean v16NoDeadline(Question q) {
        return !q.lease().hasDeadline();
    }

    private static boolean v17DeadlinePassed(Question q, long deadlineNs) {
        boolean byWatermark = q.isTracked() && q.sequence().watermarkNs() >= q.expiryNs();
        return q.nowNs() >= deadlineNs || byWatermark;
    }

    private boolean v18WithinMargin(Question q, long deadlineNs) {
        boolean byWatermark = q.isTracked() && q.sequence().watermarkNs() + marginNs >= q.expiryNs();
        return q.nowNs() + marginNs >= deadlineNs || byWatermark;
    }

    /** Reader time until which the holder, heard at W, is not silent. */
    private long heardUntilNs(Question q) {
        return q.clock().latestNs(q.sequence().watermarkNs() + Constants.SILENCE_NS, drift);
    }

    /**
     * The reason that a reader is given for a lease's end; a replaced lease is another lease now.
     *
     * @param end why the lease has ended
     * @return the verdict's reason
     */
    public static Reason reasonOf(EndReason end) {
        return switch (end) {
            case BLOCKS_REUSED -> Reason.BLOCKS_REUSED;
            case RELEASED -> Reason.RELEASED;
            case LEASE_EXPIRED -> Reason.LEASE_EXPIRED;
            case EVENT_GAP -> Reason.EVENT_GAP;
            case REPLACED -> Reason.LEASE_CHANGED;
            case NOT_ENDED -> throw new IllegalArgumentException("the lease has not ended");
        };
    }
}
