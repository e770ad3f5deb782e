package dev.kvlease.torture.sim.rules;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * When all that was on its way has arrived, no reader that told no outcome is left with a READABLE for a lease that has ended
 * early: the log has a revocation after it, or another answer to the same question.
 */
final class RevokedInTheEnd extends Invariant {
    private record ReadId(String holder, String reader, String readerLife, String request, String read) {
        static ReadId of(Verdict verdict) {
            return new ReadId(
                    verdict.holder(),
                    verdict.reader(),
                    verdict.readerLife(),
                    verdict.requestId(),
                    verdict.readRequestId());
        }
    }

    private final Map<String, Long> outcomeIds = new HashMap<>();

    RevokedInTheEnd(Consumer<Broken> broken) {
        super(broken);
    }

    @Override
    public void consuming(Consumed record) {
        if (record.input() instanceof InputRecord.Outcome outcome) {
            outcomeIds.put(outcome.outcome().readRequestId(), record.id());
        }
    }

    @Override
    public void ended(Ended end) {
        Map<ReadId, LoggedVerdict> allowed = new LinkedHashMap<>();
        for (LoggedVerdict logged : end.verdicts()) {
            Verdict verdict = logged.verdict();
            Rule rule = verdict.evidence().rule();
            boolean over = verdict.trigger() != Trigger.READ_INTENT
                    || rule == Rule.V3
                    || rule == Rule.V6
                    || isAnsweredAnew(verdict, allowed.get(ReadId.of(verdict)));
            if (verdict.status() == Status.READABLE && (rule == Rule.V16 || rule == Rule.V19)) {
                allowed.put(ReadId.of(verdict), logged);
            } else if (over) {
                allowed.remove(ReadId.of(verdict));
            }
        }
        for (LoggedVerdict open : allowed.values()) {
            check(open, end.evidence().get(open.verdict().holder()));
        }
    }

    /** After a crash the same question may find less evidence. For a gate the further answer replaces the one before. */
    private static boolean isAnsweredAnew(Verdict verdict, LoggedVerdict allowed) {
        return allowed != null
                && allowed.verdict().evidence().readIntentOffset()
                        == verdict.evidence().readIntentOffset();
    }

    private void check(LoggedVerdict open, Evidence evidence) {
        Verdict verdict = open.verdict();
        Optional<LifeEvidence> life = evidence.life(verdict.holderLife());
        boolean hasOutcome = outcomeIds.getOrDefault(verdict.readRequestId(), -1L) >= open.id();
        if (!verdict.evidence().tracked() || hasOutcome || evidence.forgetful() || life.isEmpty()) {
            return;
        }
        if (life.get().supersededAt() != Long.MAX_VALUE) {
            broken(verdict.holder(), verdict.reader(), "never told of the restart: " + verdict);
            return;
        }
        Optional<RequestEvidence> request = life.get().request(verdict.requestId());
        Optional<LeaseEvent> ending = request.flatMap(known -> known.endOf(verdict.leaseSeq(), Long.MAX_VALUE));
        boolean remembered =
                request.isPresent() && life.get().watermarkNs() - request.get().newestNs() <= Constants.HORIZON_NS;
        Optional<LeaseEvent> taker = life.get().takerOf(verdict.requestId(), verdict.leaseSeq(), Long.MAX_VALUE);
        if (taker.isPresent() && remembered) {
            broken(
                    verdict.holder(),
                    verdict.reader(),
                    "never told that its blocks were given away: by seq "
                            + taker.get().seq() + ", " + verdict);
        }
        if (ending.isPresent() && remembered) {
            broken(
                    verdict.holder(),
                    verdict.reader(),
                    "never told of " + ending.get().type() + ": " + verdict);
        }
    }
}
