package dev.kvlease.gate.core;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a gate has sent. */
final class SentRecords implements Outbox {
    final List<ReadIntent> intents = new ArrayList<>();
    final List<ReadOutcome> outcomes = new ArrayList<>();

    @Override
    public void intent(ReadIntent intent) {
        intents.add(intent);
    }

    @Override
    public void outcome(ReadOutcome outcome) {
        outcomes.add(outcome);
    }
}
