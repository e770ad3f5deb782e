package dev.kvlease.app.audit;

import dev.kvlease.app.explain.Entry;
import dev.kvlease.app.explain.Input;
import dev.kvlease.app.explain.LeaseHistory;
import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.Optional;

/** Where a judgement that found nothing wrong rests on a guess of the rules which may be mistaken. */
final class Guess {
    private Guess() {}

    static Optional<NotJudged> of(Judgement judgement, Entry outcome, RequestTrack request) {
        if (isOfALeaseNotNamed(judgement, outcome, request)) {
            return Optional.of(NotJudged.LEASE_NOT_NAMED);
        }
        if (isOfALeaseNotAskedAbout(judgement, outcome, request)) {
            return Optional.of(NotJudged.LEASE_CONTRADICTED);
        }
        return isAfterAnotherRead(judgement, outcome, request)
                ? Optional.of(NotJudged.AFTER_ANOTHER_READ)
                : Optional.empty();
    }

    /** The rules take the request's current lease then; the reader may have read an earlier one. */
    private static boolean isOfALeaseNotNamed(Judgement judgement, Entry outcome, RequestTrack request) {
        ReadOutcome reported = ((Input.Outcome) outcome.input()).outcome();
        if (!Absent.is(reported.leaseSeq())) {
            return false;
        }
        RequestTrack.ReadName read = new RequestTrack.ReadName(judgement.reader(), judgement.readRequestId());
        boolean toldOfOne = request.told(read, outcome.order()).answer() == Told.Answer.READABLE;
        long leases = LeaseHistory.of(request.requestId, request.entries()).stream()
                .filter(lease -> lease.allocation().life().equals(reported.holderLife()))
                .count();
        return !toldOfOne && leases > 1;
    }

    /** The rules believe the outcome; a reader may have taken over what a verdict said of a lease that it did not mean. */
    private static boolean isOfALeaseNotAskedAbout(Judgement judgement, Entry outcome, RequestTrack request) {
        Optional<ReadIntent> asked = request.entries().stream()
                .filter(entry -> entry.order() < outcome.order())
                .map(Entry::input)
                .filter(Input.Intent.class::isInstance)
                .map(input -> ((Input.Intent) input).intent())
                .filter(intent -> intent.reader().equals(judgement.reader())
                        && intent.readRequestId().equals(judgement.readRequestId()))
                .reduce((earlier, later) -> later);
        return asked.isPresent()
                && judgement
                        .lease()
                        .filter(lease -> !lease.isMeantBy(asked.get().expiryNs()))
                        .isPresent();
    }

    /** A release with reason READ_COMPLETED accuses no read that may have ended after it: it may be its own notice. */
    private static boolean isAfterAnotherRead(Judgement judgement, Entry outcome, RequestTrack request) {
        boolean excused = judgement
                .lease()
                .map(Lease::explicitEnd)
                .filter(end -> end.readCompleted()
                        && end.clockNs() <= judgement.completion().finishedMaxNs())
                .isPresent();
        return excused
                && request.entries().stream()
                        .anyMatch(entry -> entry.order() != outcome.order() && isCompletedRead(entry));
    }

    private static boolean isCompletedRead(Entry entry) {
        return entry.input() instanceof Input.Outcome outcome
                && outcome.outcome().status() == ReadStatus.COMPLETED;
    }
}
