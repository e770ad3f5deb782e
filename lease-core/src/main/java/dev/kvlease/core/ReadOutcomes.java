package dev.kvlease.core;

import dev.kvlease.core.audit.Finding;
import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationState;
import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.lease.RequestLeases;
import dev.kvlease.core.verdict.Completion;
import dev.kvlease.core.verdict.KnownReads;
import dev.kvlease.core.verdict.TrackedRead;
import java.util.Optional;

/** Takes outcomes of reads, and judges the completed ones (semantics.md, Audit). */
final class ReadOutcomes {
    private final HolderState state;

    ReadOutcomes(HolderState state) {
        this.state = state;
    }

    void apply(ReadOutcome outcome, Arrival at, Effects out) {
        if (!state.isEmpty()) {
            state.applied(at);
        }
        boolean completed = outcome.status() == ReadStatus.COMPLETED;
        Optional<TrackedRead> former = heardFormer(outcome);
        if (!state.lives.isTracked()) {
            if (completed) {
                out.note(Note.NOT_JUDGEABLE_UNTRACKED);
            }
        } else if (!state.lives.isCurrent(outcome.holderLife())) {
            ofOtherLife(outcome, completed, former, at, out);
        } else if (completed) {
            completed(outcome, former, at, out);
        } else {
            notCompleted(outcome);
        }
    }

    /** A former read that an outcome is about; its reader has heard the last word. */
    private Optional<TrackedRead> heardFormer(ReadOutcome outcome) {
        Optional<TrackedRead> former =
                state.audit.former(outcome, state.sequence().watermarkNs());
        if (former.isPresent() && former.get().lastWord().isPresent()) {
            former.get().end();
            state.journal.readChanged(former.get());
        }
        return former;
    }

    private void notCompleted(ReadOutcome outcome) {
        Optional<RequestLeases> known = state.leases.request(outcome.requestId());
        if (known.isEmpty()) {
            return;
        }
        RequestLeases request = known.get();
        long leaseSeq = KnownReads.meantLease(outcome.leaseSeq(), find(outcome, request), request.current());
        state.reads.notCompleted(request, outcome.reader(), outcome.readRequestId(), leaseSeq);
    }

    private static Optional<TrackedRead> find(ReadOutcome outcome, RequestLeases request) {
        return KnownReads.find(request, outcome.reader(), outcome.readRequestId());
    }

    private void ofOtherLife(
            ReadOutcome outcome, boolean completed, Optional<TrackedRead> former, Arrival at, Effects out) {
        long watermarkNs = state.sequence().watermarkNs();
        boolean known = former.isPresent() && former.get().isCompleted();
        boolean superseded = state.lives.superseded().contains(outcome.holderLife());
        if (!superseded || !completed || known) {
            out.note(ignored(superseded, known));
            return;
        }
        Violation violation = state.violations.acrossRestart(outcome, watermarkNs, at.asOf());
        out.violation(violation);
        TrackedRead reported = TrackedRead.former(
                outcome.reader(), outcome.requestId(), outcome.readRequestId(), outcome.holderLife(), watermarkNs);
        reported.report(ViolationState.write(violation));
        state.audit.rememberFormer(reported);
        state.journal.readChanged(reported);
    }

    private static Note ignored(boolean superseded, boolean known) {
        if (known) {
            return Note.OUTCOME_REPEATED;
        }
        return superseded ? Note.OUTCOME_IGNORED : Note.OUTCOME_OF_UNKNOWN_LIFE;
    }

    private void completed(ReadOutcome outcome, Optional<TrackedRead> former, Arrival at, Effects out) {
        if (former.isPresent() && former.get().isCompleted()) {
            state.leases
                    .request(outcome.requestId())
                    .flatMap(request -> find(outcome, request))
                    .ifPresent(state.reads::ended);
            out.note(Note.OUTCOME_REPEATED);
            return;
        }
        Optional<RequestLeases> known = state.leases.request(outcome.requestId());
        boolean leased = known.isPresent() && known.get().current().isPresent();
        RequestLeases request = leased ? known.get() : state.leases.touch(outcome.requestId());
        long leaseSeq = KnownReads.meantLease(outcome.leaseSeq(), find(outcome, request), request.current());
        Optional<Lease> lease = Absent.is(leaseSeq) ? Optional.empty() : request.bySeq(leaseSeq);
        Optional<TrackedRead> read = state.reads.completed(
                request,
                outcome.reader(),
                outcome.readRequestId(),
                leaseSeq,
                lease,
                state.sequence().watermarkNs());
        if (read.isEmpty()) {
            out.note(Note.OUTCOME_REPEATED);
            return;
        }
        Optional<PairClock> clock = state.clock(outcome.reader());
        if (clock.isEmpty() || !isUsable(clock.get(), outcome)) {
            out.note(Note.NOT_JUDGEABLE_CLOCK_UNKNOWN);
        } else if (state.audit.isFull()) {
            out.note(Note.NOT_JUDGEABLE_TOO_MANY);
        } else {
            state.reads.await(read.get(), completion(outcome, leaseSeq, clock.get()));
            state.audit.await(read.get());
            judgeDue(at.asOf(), out);
        }
    }

    private static boolean isUsable(PairClock clock, ReadOutcome outcome) {
        return clock.isKnown()
                && clock.readerLife().equals(outcome.readerLife())
                && clock.holderLife().equals(outcome.holderLife());
    }

    private Completion completion(ReadOutcome outcome, long leaseSeq, PairClock clock) {
        return new Completion(
                outcome.readerLife(),
                leaseSeq,
                outcome.startedNs(),
                outcome.finishedNs(),
                clock.holderMinNs(outcome.finishedNs(), state.drift),
                clock.holderMaxNs(outcome.finishedNs(), state.drift));
    }

    /** Judges every waiting read that is due. */
    void judgeDue(AsOf asOf, Effects out) {
        long watermarkNs = state.sequence().watermarkNs();
        boolean hasMissing = state.sequence().hasMissing();
        Optional<TrackedRead> due = state.audit.nextDue(watermarkNs, hasMissing);
        while (due.isPresent()) {
            judge(due.get(), asOf, out);
            due = state.audit.nextDue(watermarkNs, hasMissing);
        }
    }

    /** The life is over: judges every waiting read that has surely ended; the others read across the restart. */
    void judgeAllAtRestart(AsOf asOf, Effects out) {
        long watermarkNs = state.sequence().watermarkNs();
        for (TrackedRead read : state.audit.takeAll()) {
            if (watermarkNs >= read.completion().finishedMaxNs()) {
                judge(read, asOf, out);
            } else {
                long leaseSeq = read.completion().leaseSeq();
                Optional<Finding> across = Optional.of(Finding.ACROSS_RESTART);
                Optional<Lease> lease = state.leases.bySeq(read.requestId(), leaseSeq);
                tell(read, leaseSeq, lease, across, state.sequence().incompleteAbove(leaseSeq), out);
                report(read, leaseSeq, across, asOf, out);
            }
        }
    }

    private void judge(TrackedRead read, AsOf asOf, Effects out) {
        RequestLeases request = KnownReads.requestOf(read);
        Optional<Lease> current = request.current();
        long leaseSeq = KnownReads.meantLease(read.completion().leaseSeq(), Optional.empty(), current);
        Optional<Lease> lease = request.bySeq(leaseSeq);
        Optional<Finding> finding =
                lease.isPresent() ? Finding.judge(lease.get(), read.completion()) : Optional.of(Finding.UNLEASED);
        boolean incomplete = lease.isPresent() && state.sequence().incompleteAbove(leaseSeq);
        if (incomplete) {
            out.note(Note.JUDGED_ON_INCOMPLETE_EVIDENCE);
        }
        tell(read, leaseSeq, lease, finding, incomplete, out);
        report(read, leaseSeq, finding, asOf, out);
        state.reads.judged(read, current);
        state.leases.reconsider(request);
    }

    private static void tell(
            TrackedRead read,
            long leaseSeq,
            Optional<Lease> lease,
            Optional<Finding> finding,
            boolean incomplete,
            Effects out) {
        out.judged(new Judgement(
                read.reader(),
                read.requestId(),
                read.readRequestId(),
                leaseSeq,
                lease,
                read.completion(),
                finding,
                incomplete));
    }

    private void report(TrackedRead read, long leaseSeq, Optional<Finding> finding, AsOf asOf, Effects out) {
        out.note(finding.isPresent() ? Note.JUDGED_VIOLATION : Note.JUDGED_CLEAN);
        if (finding.isPresent()) {
            Violation violation =
                    state.violations.of(state.lives.current(), read, leaseSeq, finding.get(), state.sequence(), asOf);
            read.report(ViolationState.write(violation));
            out.violation(violation);
        }
    }
}
