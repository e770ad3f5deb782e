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
import java.util.List;
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
        Optional<Lease> judged = judgement.lease();
        if (judged.isEmpty()) {
            return false;
        }
        List<Entry> entries = request.entries();
        for (int i = entries.size() - 1; i >= 0; i--) {
            boolean before = entries.get(i).order() < outcome.order();
            if (before && entries.get(i).input() instanceof Input.Intent input && isOf(input.intent(), judgement)) {
                return !judged.get().isMeantBy(input.intent().expiryNs());
            }
        }
        return false;
    }

    private static boolean isOf(ReadIntent intent, Judgement judgement) {
        return intent.reader().equals(judgement.reader())
                && intent.readRequestId().equals(judgement.readRequestId());
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
