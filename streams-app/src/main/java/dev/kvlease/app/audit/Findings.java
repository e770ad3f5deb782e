package dev.kvlease.app.audit;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.explain.CaseFile;
import dev.kvlease.app.explain.CaseQuery;
import dev.kvlease.app.explain.Consequence;
import dev.kvlease.app.explain.Entry;
import dev.kvlease.app.explain.Input;
import dev.kvlease.app.explain.LeaseHistory;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.Lease;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Collects violations with their circumstances, and reads of which nothing can be said. */
final class Findings {
    private final Drift drift;
    private final Limits limits;
    private final Counts counts;
    private final List<FoundViolation> violations = new ArrayList<>();
    private final Map<NotJudged, List<UnjudgedRead>> unjudged = new EnumMap<>(NotJudged.class);
    private final Map<RequestTrack, String> certain = new LinkedHashMap<>();
    private final Map<RequestTrack, String> possible = new LinkedHashMap<>();
    private long suspectsLeftOut;

    Findings(Settings settings, Limits limits, Counts counts) {
        this.drift = new Drift(settings.driftPpm());
        this.limits = limits;
        this.counts = counts;
    }

    /** A read was found clean; where that rests on a guess, nothing is said about it. */
    void clean(Judgement judgement, Optional<Entry> outcome, RequestTrack request) {
        Optional<NotJudged> guess = outcome.flatMap(entry -> Guess.of(judgement, entry, request));
        if (guess.isPresent()) {
            Entry entry = outcome.orElseThrow();
            unjudged(guess.get(), ((Input.Outcome) entry.input()).outcome(), placeOf(entry));
        } else {
            counts.addClean(judgement.incompleteEvidence());
        }
    }

    void unjudged(NotJudged reason, ReadOutcome outcome, Place at) {
        counts.notJudged(reason);
        List<UnjudgedRead> listed = unjudged.computeIfAbsent(reason, any -> new ArrayList<>());
        if (listed.size() < limits.unjudgedListed()) {
            listed.add(new UnjudgedRead(reason, outcome, at));
        }
    }

    /** Counts a violation and keeps its lease's timeline. */
    void add(FoundViolation found, HolderTrack holder) {
        violations.add(found);
        if (found.violation().type() != ViolationType.DOUBLE_ALLOCATION) {
            counts.addViolating();
        }
        keepTimeline(holder.request(found.violation().requestId()), found);
    }

    private void keepTimeline(RequestTrack request, FoundViolation found) {
        Map<RequestTrack, String> suspects = found.isCertain() ? certain : possible;
        boolean known = request.isSuspect();
        request.markSuspect();
        if (suspects.containsKey(request) || (known && certain.containsKey(request))) {
            return;
        }
        if (suspects.size() < limits.suspects()) {
            suspects.put(request, found.violation().holder());
            possible.keySet().removeIf(other -> found.isCertain() && other == request);
        } else if (!known) {
            suspectsLeftOut++;
        }
    }

    /** A violation that the record at hand has brought to light, with its circumstances. */
    FoundViolation look(Violation violation, Optional<Judgement> judgement, HolderTrack holder, Place judgedAt) {
        RequestTrack request = holder.request(violation.requestId());
        RequestTrack.ReadName read = new RequestTrack.ReadName(violation.reader(), violation.readRequestId());
        Optional<Entry> outcome = request.outcome(read);
        Optional<LeaseHistory> history = LeaseHistory.of(request.requestId, request.entries()).stream()
                .filter(lease -> lease.allocation().seq() == violation.leaseSeq()
                        && lease.allocation().life().equals(violation.holderLife()))
                .findFirst();
        Optional<Lease> lease = judgement.flatMap(Judgement::lease);
        Optional<ClockOffset> clock = outcome.flatMap(
                        entry -> Optional.ofNullable(entry.clocks().get(read.reader())))
                .filter(known -> known.holderLife().equals(violation.holderLife()));
        List<Taker> takers = history.map(known -> holder.takers(known.allocation(), untilNs(violation)))
                .orElse(List.of());
        boolean cut =
                holder.life(violation.holderLife()).filter(LifeTrack::isCut).isPresent();
        return new FoundViolation(
                violation,
                cause(violation, lease, history, cut),
                history.flatMap(LeaseHistory::end)
                        .filter(end -> end.clockNs() == violation.leaseEndNs())
                        .map(LeaseEvent::reason)
                        .orElse(""),
                request.told(read, outcome.map(Entry::order).orElse(Long.MAX_VALUE)),
                takers.subList(0, Math.min(takers.size(), FoundViolation.TAKERS_LISTED)),
                takers.size(),
                lease.map(Lease::clockNs)
                        .or(() -> history.map(known -> known.allocation().clockNs()))
                        .orElse(Absent.LONG),
                lease.map(Lease::expiryNs)
                        .or(() -> history.map(LeaseHistory::expiryNs))
                        .orElse(Absent.LONG),
                clock.map(known -> Span.of(violation.startedNs(), known, drift)).orElse(Span.UNKNOWN),
                clock,
                outcome.map(Findings::placeOf),
                judgedAt);
    }

    /** What is given away until then may be what was read. */
    private static long untilNs(Violation violation) {
        if (!Absent.is(violation.finishedMaxNs())) {
            return violation.finishedMaxNs();
        }
        return Absent.is(violation.leaseEndNs()) ? Long.MAX_VALUE : violation.leaseEndNs();
    }

    private static Cause cause(
            Violation violation, Optional<Lease> lease, Optional<LeaseHistory> history, boolean cut) {
        long endNs = violation.leaseEndNs();
        boolean explicit = lease.isPresent()
                ? lease.get().explicitEnd().isKnown()
                        && lease.get().explicitEnd().clockNs() == endNs
                : history.flatMap(LeaseHistory::end)
                        .filter(end -> end.clockNs() == endNs)
                        .isPresent();
        return switch (violation.type()) {
            case READ_AFTER_EXPIRY -> explicit ? Cause.SWEEP : Cause.DEADLINE;
            case READ_AFTER_RELEASE -> explicit ? Cause.RELEASE : Cause.REPLACEMENT;
            case READ_AFTER_REUSE -> Cause.REUSE;
            case UNLEASED_READ -> cut ? Cause.HISTORY_CUT : Cause.NO_LEASE;
            case READ_ACROSS_RESTART -> Cause.RESTART;
            case DOUBLE_ALLOCATION -> Cause.DOUBLE_ALLOCATION;
        };
    }

    static Place placeOf(Entry entry) {
        return new Place(Topic.READ_OUTCOMES, entry.origin());
    }

    /** A request is forgotten: reads that were told READABLE and never heard of again are counted. */
    void gone(RequestTrack request) {
        Set<RequestTrack.ReadName> open = new HashSet<>();
        for (Entry entry : request.entries()) {
            entry.consequences().forEach(consequence -> openedBy(consequence).ifPresent(open::add));
        }
        for (Entry entry : request.entries()) {
            if (entry.input() instanceof Input.Outcome outcome) {
                open.remove(RequestTrack.ReadName.of(outcome.outcome()));
            }
        }
        counts.withoutOutcome(open.size());
    }

    private static Optional<RequestTrack.ReadName> openedBy(Consequence consequence) {
        if (!(consequence instanceof Consequence.Answer answer)) {
            return Optional.empty();
        }
        Verdict verdict = answer.verdict();
        boolean mayRead =
                verdict.status() == Status.READABLE && verdict.evidence().rule() != Rule.V1;
        return mayRead
                ? Optional.of(new RequestTrack.ReadName(verdict.reader(), verdict.readRequestId()))
                : Optional.empty();
    }

    /** The records are over: nothing will be said of the reads that still wait. */
    void endOfData(HolderTrack holder, Predicate<Origin> isHistory) {
        long watermarkNs = holder.currentLife().map(LifeTrack::highestClockNs).orElse(Absent.LONG);
        for (RequestTrack request : holder.requests()) {
            for (Entry entry : request.stillWaiting()) {
                if (isHistory.test(entry.origin())) {
                    continue;
                }
                ReadOutcome outcome = ((Input.Outcome) entry.input()).outcome();
                ClockOffset clock = entry.clocks().get(outcome.reader());
                boolean heard = clock != null
                        && watermarkNs
                                >= Span.of(outcome.finishedNs(), clock, drift).maxNs();
                unjudged(heard ? NotJudged.WAITING_FOR_EVENTS : NotJudged.WAITING_FOR_HOLDER, outcome, placeOf(entry));
            }
        }
    }

    List<FoundViolation> violations() {
        return violations;
    }

    List<UnjudgedRead> unjudgedListed() {
        return unjudged.values().stream().flatMap(List::stream).toList();
    }

    /** The timelines kept: all of a CERTAIN violation first. */
    List<Audit.Suspect> suspects(long records) {
        List<Audit.Suspect> all = new ArrayList<>();
        certain.forEach((request, holder) -> all.add(suspect(request, holder, records)));
        possible.forEach((request, holder) -> all.add(suspect(request, holder, records)));
        return all;
    }

    private static Audit.Suspect suspect(RequestTrack request, String holder, long records) {
        CaseQuery query = new CaseQuery(holder, request.requestId, Optional.empty(), Optional.empty());
        return new Audit.Suspect(
                new CaseFile(query, List.of(), request.entries(), records, List.of(), List.of(), List.of()),
                request.entriesLeftOut());
    }

    long suspectsLeftOut() {
        return suspectsLeftOut;
    }
}
