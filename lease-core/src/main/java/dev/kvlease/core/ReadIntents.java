package dev.kvlease.core;

import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.verdict.Decision;
import dev.kvlease.core.verdict.Question;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Verdict;

/** Answers read intents by the decision table. */
final class ReadIntents {
    private ReadIntents() {}

    static void apply(HolderState state, ReadIntent intent, Arrival at, Effects out) {
        Question question = new Question(
                intent,
                state.lives,
                state.sequence(),
                state.currentLease(intent.requestId()),
                state.clock(intent.reader()));
        Decision decision = state.table.decide(question);
        Verdict verdict = state.verdicts.answer(question, decision, state.lastEventOffset, at.offset(), at.asOf());
        if (state.lives.isTracked() && decision.opensRead()) {
            state.reads.tell(verdict, question.lease());
        }
        if (!state.isEmpty()) {
            state.applied(at);
        }
        out.verdict(verdict);
    }
}
