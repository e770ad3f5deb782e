package dev.kvlease.gate.core;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.verdict.ReadIntent;

/** Takes what the gate has to send; must not block. */
public interface Outbox {
    /**
     * A question to the stream.
     *
     * @param intent the question
     */
    void intent(ReadIntent intent);

    /**
     * The end of a read.
     *
     * @param outcome how it ended
     */
    void outcome(ReadOutcome outcome);
}
