package dev.kvlease.app.codec;

import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;

/** A record of one of the four inputs, as the core takes it; not validated yet. */
public sealed interface InputRecord {
    /**
     * The holder that the record is about, which is also its key.
     *
     * @return the holder's engine id
     */
    String holder();

    /**
     * Hands the record to its holder's engine.
     *
     * @param engine the engine of {@link #holder()}
     * @param at how the record came
     * @param out takes what follows
     */
    void applyTo(LeaseEngine engine, Arrival at, Effects out);

    /**
     * What makes some records larger than others.
     *
     * @return how many block ids it lists
     */
    default long blocks() {
        return 0;
    }

    private static long blocks(int[][] groups) {
        long blocks = 0;
        for (int[] group : groups) {
            blocks += group.length;
        }
        return blocks;
    }

    /**
     * From lease-events.
     *
     * @param event the record
     */
    record Event(LeaseEvent event) implements InputRecord {
        @Override
        public String holder() {
            return event.holder();
        }

        @Override
        public void applyTo(LeaseEngine engine, Arrival at, Effects out) {
            engine.apply(event, at, out);
        }

        @Override
        public long blocks() {
            return event.blockIds().map(InputRecord::blocks).orElse(0L);
        }
    }

    /**
     * From handshake-samples.
     *
     * @param sample the record
     */
    record Sample(HandshakeSample sample) implements InputRecord {
        @Override
        public String holder() {
            return sample.holder();
        }

        @Override
        public void applyTo(LeaseEngine engine, Arrival at, Effects out) {
            engine.apply(sample, at, out);
        }
    }

    /**
     * From read-intents.
     *
     * @param intent the record
     */
    record Intent(ReadIntent intent) implements InputRecord {
        @Override
        public String holder() {
            return intent.holder();
        }

        @Override
        public void applyTo(LeaseEngine engine, Arrival at, Effects out) {
            engine.apply(intent, at, out);
        }

        @Override
        public long blocks() {
            return InputRecord.blocks(intent.blockIds());
        }
    }

    /**
     * From read-outcomes.
     *
     * @param outcome the record
     */
    record Outcome(ReadOutcome outcome) implements InputRecord {
        @Override
        public String holder() {
            return outcome.holder();
        }

        @Override
        public void applyTo(LeaseEngine engine, Arrival at, Effects out) {
            engine.apply(outcome, at, out);
        }
    }
}
