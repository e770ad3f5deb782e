package dev.kvlease.app.topology;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.common.Arrival;

/**
 * A record that an engine is given.
 *
 * @param input the record
 * @param arrival how it came
 * @param afterLastWords whether the engine repeats its last words first
 */
record Taken(InputRecord input, Arrival arrival, boolean afterLastWords) {
    void applyTo(LeaseEngine engine, Effects out) {
        if (afterLastWords) {
            engine.repeatLastWords(arrival.asOf(), out);
        }
        input.applyTo(engine, arrival, out);
    }
}
