package dev.kvlease.torture.sim.rules;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.common.Arrival;

/**
 * A record that a task takes.
 *
 * @param id number of the step
 * @param partition the task's partition
 * @param topic the record's input
 * @param input the record
 * @param at how it came
 * @param first whether it is taken for the first time, and not again after a crash
 * @param eventsNext position in the lease events that the task has reached, going back with a crash
 * @param outcomesNext position in the outcomes that the task has reached, going back with a crash
 * @param samplesNext position in the handshake samples that the task has reached, going back with a crash
 */
public record Consumed(
        long id,
        int partition,
        Topic topic,
        InputRecord input,
        Arrival at,
        boolean first,
        long eventsNext,
        long outcomesNext,
        long samplesNext) {}
