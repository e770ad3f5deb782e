package dev.kvlease.torture.sim;

import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.verdict.Evidence;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.ReadKey;

/** What a gate uses of a verdict, without the record in between. */
final class GateVerdicts {
    private GateVerdicts() {}

    static GateVerdict of(Verdict verdict) {
        Evidence evidence = verdict.evidence();
        return new GateVerdict(
                verdict.reader(),
                verdict.readerLife(),
                new ReadKey(verdict.holder(), verdict.requestId(), verdict.readRequestId()),
                verdict.holderLife(),
                verdict.leaseSeq(),
                verdict.status() == Status.READABLE,
                verdict.reason().name(),
                kind(verdict),
                verdict.provisional(),
                verdict.readableUntilNs(),
                verdict.deadlineNs(),
                verdict.revision(),
                evidence.tracked(),
                evidence.watermarkNs(),
                new PairClock.Bounds(
                        evidence.loNs(), evidence.hiNs(), evidence.refNs(), evidence.pointNs(), evidence.minRttNs()),
                evidence.driftPpm(),
                evidence.readIntentOffset());
    }

    private static GateVerdict.Kind kind(Verdict verdict) {
        if (verdict.trigger() != Trigger.READ_INTENT) {
            return GateVerdict.Kind.REVOCATION;
        }
        Rule rule = verdict.evidence().rule();
        return rule == Rule.V3 || rule == Rule.V6 ? GateVerdict.Kind.END : GateVerdict.Kind.ANSWER;
    }
}
