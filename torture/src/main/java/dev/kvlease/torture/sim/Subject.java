package dev.kvlease.torture.sim;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.state.StateSink;
import dev.kvlease.gate.core.GateVerdict;

/** What is tortured. The tests of the torture put defects in here, to see that they are found. */
interface Subject {
    /** The core and the gate as they are. */
    Subject REAL = new Subject() {};

    /** An engine for a holder of which nothing is known. */
    default LeaseEngine engine(String holder, Settings settings, boolean journaling) {
        return new LeaseEngine(holder, settings, journaling);
    }

    /** The core takes a record. */
    default void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
        record.applyTo(engine, at, out);
    }

    /** The core repeats its last words after a restore. */
    default void repeatLastWords(LeaseEngine engine, AsOf asOf, Effects out) {
        engine.repeatLastWords(asOf, out);
    }

    /** Where what the core remembers is written. */
    default StateSink store(StateSink store) {
        return store;
    }

    /** What a gate sees of a verdict. */
    default GateVerdict seen(GateVerdict verdict) {
        return verdict;
    }
}
