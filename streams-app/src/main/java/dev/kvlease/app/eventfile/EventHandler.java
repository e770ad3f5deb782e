package dev.kvlease.app.eventfile;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;

/** Takes what an event file holds, line by line in file order. Records come as they were written: not validated. */
public interface EventHandler {
    /**
     * A record of lease-events.
     *
     * @param event the record
     * @param at where it stands
     */
    void leaseEvent(LeaseEvent event, Origin at);

    /**
     * A record of handshake-samples.
     *
     * @param sample the record
     * @param at where it stands
     */
    void handshakeSample(HandshakeSample sample, Origin at);

    /**
     * A record of read-intents.
     *
     * @param intent the record
     * @param at where it stands
     */
    void readIntent(ReadIntent intent, Origin at);

    /**
     * A record of read-outcomes.
     *
     * @param outcome the record
     * @param at where it stands
     */
    void readOutcome(ReadOutcome outcome, Origin at);

    /**
     * A record without a value, which no input topic may carry.
     *
     * @param topic its topic
     * @param at where it stands
     */
    void nullValue(Topic topic, Origin at);

    /**
     * A record that the stream puts aside before it reaches the rules. It counts as consumed, as one without a value does.
     *
     * @param topic its topic
     * @param reason what is wrong with it
     * @param detail more about it; empty if there is nothing to add
     * @param at where it stands
     */
    default void unusable(Topic topic, DeadLetterReason reason, String detail, Origin at) {
        nullValue(topic, at);
    }

    /**
     * A record of a topic that kvlease writes itself; a replay has no use for it.
     *
     * @param topic its topic
     * @param at where it stands
     */
    default void outputRecord(Topic topic, Origin at) {}
}
