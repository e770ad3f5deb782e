package dev.kvlease.torture.sim.rules;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Verdict;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * No READABLE when the records consumed before show that the lease is over: its life superseded, the blocks released or
 * expired or given to another request, the request given others, an event missing that might say so, or all its reads done.
 */
final class NoReadableAgainstEvidence extends Invariant {
    private record LeaseId(String holder, String life, String request, long seq) {}

    private final Map<LeaseId, Map<String, Long>> completed = new HashMap<>();
    private final Map<String, Evidence> evidence;

    NoReadableAgainstEvidence(Map<String, Evidence> evidence, Consumer<Broken> broken) {
        super(broken);
        this.evidence = evidence;
    }

    @Override
    public void consuming(Consumed record) {
        if (record.input() instanceof InputRecord.Outcome outcome
                && outcome.outcome().status() == ReadStatus.COMPLETED) {
            completed(outcome.outcome(), record);
        }
    }

    /** Only what the application must count: the lease was known, and its life current, when the outcome came. */
    private void completed(ReadOutcome outcome, Consumed record) {
        if (Absent.is(outcome.leaseSeq())) {
            return;
        }
        Optional<LifeEvidence> life = evidence(outcome.holder()).life(outcome.holderLife());
        boolean counts = life.isPresent()
                && life.get().supersededAt() == Long.MAX_VALUE
                && life.get()
                        .request(outcome.requestId())
                        .filter(request -> request.allocated(outcome.leaseSeq(), record.eventsNext())
                                && request.endOf(outcome.leaseSeq(), Long.MAX_VALUE)
                                        .isEmpty())
                        .isPresent();
        LeaseId id = new LeaseId(outcome.holder(), outcome.holderLife(), outcome.requestId(), outcome.leaseSeq());
        Map<String, Long> done = completed.computeIfAbsent(id, lease -> new HashMap<>());
        if (counts) {
            done.putIfAbsent(outcome.readRequestId(), record.at().offset());
        } else {
            done.remove(outcome.readRequestId());
        }
    }

    private Evidence evidence(String holder) {
        return evidence.computeIfAbsent(holder, name -> new Evidence());
    }

    @Override
    public void said(Verdict verdict, Consumed record, Evidence said) {
        if (verdict.status() != Status.READABLE || verdict.evidence().rule() == Rule.V1) {
            return;
        }
        if (!verdict.evidence().tracked()) {
            if (said.tracked(record.eventsNext()) && !said.forgetful()) {
                against(verdict, "its holder sends events");
            }
            return;
        }
        Optional<LifeEvidence> life = said.life(verdict.holderLife());
        if (life.isEmpty() || life.get().supersededAt() < record.eventsNext()) {
            against(verdict, "its life is over, or has not started");
            return;
        }
        Optional<RequestEvidence> request = life.get().request(verdict.requestId());
        Optional<LeaseEvent> lease = request.flatMap(known -> known.allocation(verdict.leaseSeq()));
        if (lease.isEmpty()) {
            against(verdict, "nothing was allocated");
            return;
        }
        request.get()
                .endOf(verdict.leaseSeq(), record.eventsNext())
                .ifPresent(end -> against(verdict, "ended by " + end.type() + " seq " + end.seq()));
        life.get()
                .takerOf(verdict.requestId(), verdict.leaseSeq(), record.eventsNext())
                .ifPresent(taker -> against(verdict, "its blocks were given away by seq " + taker.seq()));
        if (record.first() && life.get().missesAbove(verdict.leaseSeq())) {
            against(verdict, "an event is missing that might have ended it");
        }
        boolean answersThis = record.input() instanceof InputRecord.Intent
                && verdict.evidence().readIntentOffset() == record.at().offset();
        if (answersThis) { // a last word tells again what was true when it was first told
            checkClaims(verdict, lease.get(), record);
        }
    }

    private void checkClaims(Verdict verdict, LeaseEvent lease, Consumed record) {
        LeaseId id = new LeaseId(verdict.holder(), verdict.holderLife(), verdict.requestId(), verdict.leaseSeq());
        Set<String> done = new HashSet<>();
        completed.getOrDefault(id, Map.of()).forEach((read, offset) -> {
            if (offset < record.outcomesNext()) {
                done.add(read);
            }
        });
        boolean usedUp = !Absent.is(lease.maxReads()) && done.size() >= lease.maxReads();
        if (usedUp) {
            against(verdict, "its " + lease.maxReads() + " reads are done: " + done);
        }
    }

    private void against(Verdict verdict, String why) {
        broken(verdict.holder(), verdict.reader(), "READABLE although " + why + ": " + verdict);
    }
}
