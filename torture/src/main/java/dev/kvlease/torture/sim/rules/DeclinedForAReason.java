package dev.kvlease.torture.sim.rules;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** An EXPIRED names what is so, or a doubt that the rules declare and that really is one. */
final class DeclinedForAReason extends Invariant {
    private static final long ROUNDING_NS = 10;

    /** A reader of a holder. */
    private record Pair(String reader, String holder) {}

    /** A request of a life of a holder. */
    private record Request(String holder, String life, String requestId) {
        static Request of(LeaseEvent event) {
            return new Request(event.holder(), event.life(), event.requestId());
        }
    }

    /** How far a partition's inputs have been consumed, before any crash. */
    private record Reached(long eventsNext, long outcomesNext, long samplesNext) {}

    private final Claims claims = new Claims();
    private final Map<Pair, PairSamples> samples = new HashMap<>();
    /**
     * Those of which events came again after a crash that kept any part of what was written of them, until they are allocated
     * anew; with the greatest seq of these events.
     */
    private final Map<Request, Long> torn = new HashMap<>();

    private final boolean tears;

    private final Map<Integer, Reached> reached = new HashMap<>();
    private final Optional<TrueClocks> clocks;
    private final Drift drift;
    private final Map<String, Evidence> evidence;

    DeclinedForAReason(Rules.Kind kind, TrueClocks clocks, Map<String, Evidence> evidence, Consumer<Broken> broken) {
        super(broken);
        this.tears = !kind.repeatable();
        // they say nothing where they do not keep the bound
        this.clocks = kind.withinBounds() ? Optional.of(clocks) : Optional.empty();
        this.drift = new Drift(kind.settings().driftPpm());
        this.evidence = evidence;
    }

    @Override
    public void consuming(Consumed record) {
        reached.merge(
                record.partition(),
                new Reached(record.eventsNext(), record.outcomesNext(), record.samplesNext()),
                (a, b) -> new Reached(
                        Math.max(a.eventsNext(), b.eventsNext()),
                        Math.max(a.outcomesNext(), b.outcomesNext()),
                        Math.max(a.samplesNext(), b.samplesNext())));
        if (record.input() instanceof InputRecord.Event event) {
            tear(event.event(), record.first());
        }
        if (record.input() instanceof InputRecord.Outcome outcome) {
            claims.take(outcome.outcome());
        } else if (record.first() && record.input() instanceof InputRecord.Sample taken) {
            samples(taken.sample().reader(), taken.sample().holder())
                    .take(taken.sample(), evidence.get(taken.sample().holder()).currentLife());
        }
    }

    private void tear(LeaseEvent event, boolean first) {
        Request request = Request.of(event);
        if (tears && !first) {
            torn.merge(request, event.seq(), Math::max);
            return;
        }
        boolean anew = event.type() == LeaseEventType.BLOCKS_ALLOCATED
                && event.seq() > torn.getOrDefault(request, Long.MAX_VALUE);
        if (first && anew) {
            torn.remove(request);
        }
    }

    private PairSamples samples(String reader, String holder) {
        return samples.computeIfAbsent(new Pair(reader, holder), pair -> new PairSamples(drift));
    }

    /** Whether a crash has taken the task back behind what is accounted for here. */
    private boolean isTakingAgain(Consumed record) {
        Reached before = reached.get(record.partition());
        return !record.first()
                || record.eventsNext() < before.eventsNext()
                || record.outcomesNext() < before.outcomesNext()
                || record.samplesNext() < before.samplesNext();
    }

    @Override
    public void said(Verdict verdict, Consumed record, Evidence evidence) {
        claims.take(verdict);
        if (verdict.status() == Status.READABLE) {
            return;
        }
        Optional<LifeEvidence> life = evidence.life(verdict.holderLife());
        if (!isSo(verdict, record, evidence, life)) {
            broken(verdict.holder(), verdict.reader(), verdict.reason() + " is not so: " + verdict);
        }
    }

    private boolean isSo(Verdict verdict, Consumed record, Evidence evidence, Optional<LifeEvidence> life) {
        Optional<RequestEvidence> request = life.flatMap(known -> known.request(verdict.requestId()));
        return switch (verdict.reason()) {
            case FULL_PREFIX_HIT, WITHIN_LEASE, TOO_MANY_READS, DEADLINE_IMPLAUSIBLE -> false;
            case HOLDER_UNTRACKED -> !evidence.tracked(record.eventsNext()) || evidence.forgetful();
            case NO_DEADLINE -> verdict.evidence().rule() == Rule.V12;
            case CLOCK_UNKNOWN -> isClockUnknown(verdict, record, evidence);
            case HOLDER_SILENT -> isSilent(verdict, record, evidence);
            case HOLDER_IN_DOUBT -> evidence.strangersSeen();
            case ENGINE_RESTARTED -> life.isPresent() && life.get().supersededAt() != Long.MAX_VALUE;
            case LEASE_UNKNOWN -> isUnknown(verdict, record, evidence, life, request);
            case RELEASED -> request.isPresent() && request.get().has(LeaseEventType.BLOCKS_RELEASED);
            case LEASE_EXPIRED -> request.isPresent() && request.get().has(LeaseEventType.BLOCKS_EXPIRED);
            case BLOCKS_REUSED -> life.isPresent() && life.get().mayBeTaken(verdict.requestId(), verdict.leaseSeq());
            case EVENT_GAP -> hasGap(verdict, record, life);
            case LEASE_CHANGED, BLOCKS_NOT_LEASED -> speaksOfAnother(verdict, record, request);
            case CLAIMED -> isTakingAgain(record) || isClaimed(verdict, request);
            case DEADLINE_PASSED, WITHIN_SAFETY_MARGIN -> mayHavePassed(verdict);
        };
    }

    private boolean isUnknown(
            Verdict verdict,
            Consumed record,
            Evidence evidence,
            Optional<LifeEvidence> life,
            Optional<RequestEvidence> request) {
        // what a restart forgets is gone from the store before the new life is there
        boolean lostInACrash = verdict.trigger() != Trigger.READ_INTENT
                || !record.first()
                || torn.containsKey(new Request(verdict.holder(), verdict.holderLife(), verdict.requestId()));
        if (lostInACrash || evidence.forgetful() || life.isEmpty() || request.isEmpty()) {
            return true;
        }
        boolean forgotten = life.get().watermarkNs() - request.get().newestNs() > Constants.HORIZON_NS;
        return forgotten || request.get().allocations(record.eventsNext()) == 0;
    }

    private static boolean speaksOfAnother(Verdict verdict, Consumed record, Optional<RequestEvidence> request) {
        Optional<LeaseEvent> lease = request.flatMap(known -> known.allocation(verdict.leaseSeq()));
        boolean answersThis = verdict.trigger() == Trigger.READ_INTENT
                && verdict.evidence().readIntentOffset() == record.at().offset();
        if (!answersThis || lease.isEmpty() || !(record.input() instanceof InputRecord.Intent asked)) {
            return request.isPresent() && request.get().allocationsAtMost() > 1;
        }
        if (verdict.reason() == Reason.BLOCKS_NOT_LEASED) {
            Set<Integer> leased = ids(lease.get().blockIds().orElseThrow());
            return !leased.containsAll(ids(asked.intent().blockIds()));
        }
        long named = asked.intent().expiryNs();
        return !Absent.is(named) && Math.abs(named - lease.get().expiryNs()) > Constants.EXPIRY_TOLERANCE_NS;
    }

    private static Set<Integer> ids(int[][] groups) {
        return Arrays.stream(groups)
                .flatMapToInt(Arrays::stream)
                .filter(id -> id != 0)
                .boxed()
                .collect(Collectors.toSet());
    }

    private static boolean hasGap(Verdict verdict, Consumed record, Optional<LifeEvidence> life) {
        if (life.isEmpty()) {
            return false;
        }
        boolean missing = !record.first() || life.get().mayMissAbove(verdict.leaseSeq());
        return verdict.provisional() ? missing || life.get().lost() : life.get().lost();
    }

    private boolean isClockUnknown(Verdict verdict, Consumed record, Evidence evidence) {
        if (isTakingAgain(record) || evidence.forgetful()) {
            return true;
        }
        PairSamples heard = samples(verdict.reader(), verdict.holder());
        if (verdict.trigger() == Trigger.READ_INTENT && record.input() instanceof InputRecord.Intent asked) {
            return heard.mayBeUnknown(asked.intent(), evidence.currentLife());
        }
        return heard.wasDoubted();
    }

    /** Of an answer only: silence revokes nothing. */
    private boolean isSilent(Verdict verdict, Consumed record, Evidence evidence) {
        if (isTakingAgain(record) || evidence.forgetful()) {
            return true;
        }
        Optional<String> current = evidence.currentLife();
        if (current.isEmpty() || !(record.input() instanceof InputRecord.Intent asked)) {
            return false;
        }
        long heardUntilNs = evidence.life(current.get()).orElseThrow().watermarkNs() + Constants.SILENCE_NS;
        return samples(verdict.reader(), verdict.holder()).hasPassed(asked.intent(), current.get(), heardUntilNs);
    }

    private boolean isClaimed(Verdict verdict, Optional<RequestEvidence> request) {
        long most = request.flatMap(known -> known.allocation(verdict.leaseSeq()))
                .map(LeaseEvent::maxReads)
                .orElse(Absent.LONG);
        return !Absent.is(most) && claims.against(verdict) >= most;
    }

    /** By the true clocks, and what the pair's uncertainty may add. */
    private boolean mayHavePassed(Verdict verdict) {
        long marginNs = verdict.reason() == Reason.WITHIN_SAFETY_MARGIN
                ? verdict.evidence().marginNs()
                : 0;
        long expiryNs = verdict.evidence().expiryNs();
        boolean byWatermark = !Absent.is(verdict.evidence().watermarkNs())
                && verdict.evidence().watermarkNs() + marginNs >= expiryNs;
        if (byWatermark || clocks.isEmpty()) {
            return true;
        }
        long nowNs = verdict.evidence().nowNs();
        OptionalLong holderNs = clocks.get()
                .holderNs(
                        verdict.evidence().clockReaderLife(),
                        nowNs,
                        verdict.evidence().clockHolderLife());
        Drift drift = new Drift(verdict.evidence().driftPpm());
        long refNs = verdict.evidence().refNs();
        long doubtNs = verdict.evidence().hiNs()
                - verdict.evidence().loNs()
                + 2 * drift.ofNs(nowNs - refNs)
                + 2 * drift.ofNs(expiryNs - verdict.evidence().hiNs() - refNs)
                + drift.ofNs(marginNs);
        return holderNs.isEmpty() || holderNs.getAsLong() + marginNs + doubtNs + ROUNDING_NS >= expiryNs;
    }
}
