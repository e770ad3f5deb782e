package dev.kvlease.app.explain;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;

/** A record that came in. */
public sealed interface Input {
    /**
     * The holder that it is about.
     *
     * @return its engine id
     */
    String holder();

    /**
     * Where such records come from.
     *
     * @return their topic
     */
    Topic topic();

    /**
     * A holder said something.
     *
     * @param event the record
     */
    record Event(LeaseEvent event) implements Input {
        @Override
        public String holder() {
            return event.holder();
        }

        @Override
        public Topic topic() {
            return Topic.LEASE_EVENTS;
        }
    }

    /**
     * A reader asked a holder for its clock.
     *
     * @param sample the record
     */
    record Sample(HandshakeSample sample) implements Input {
        @Override
        public String holder() {
            return sample.holder();
        }

        @Override
        public Topic topic() {
            return Topic.HANDSHAKE_SAMPLES;
        }
    }

    /**
     * A reader asked whether it may read.
     *
     * @param intent the record
     */
    record Intent(ReadIntent intent) implements Input {
        @Override
        public String holder() {
            return intent.holder();
        }

        @Override
        public Topic topic() {
            return Topic.READ_INTENTS;
        }
    }

    /**
     * A read ended.
     *
     * @param outcome the record
     */
    record Outcome(ReadOutcome outcome) implements Input {
        @Override
        public String holder() {
            return outcome.holder();
        }

        @Override
        public Topic topic() {
            return Topic.READ_OUTCOMES;
        }
    }
}
