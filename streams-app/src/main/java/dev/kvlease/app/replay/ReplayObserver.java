package dev.kvlease.app.replay;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Effects;

/**
 * Watches a replay: told of each record before what follows from it.
 */
public interface ReplayObserver extends Effects {
    /**
     * A record is about to be applied; the effects until the next one follow from it.
     *
     * @param topic its topic
     * @param at where it stands
     */
    void applying(Topic topic, Origin at);

    /** The record has no value; called after {@link #applying}. */
    void nullValue();

    /**
     * The record is put aside before it reaches the rules; called after {@link #applying}.
     *
     * @param reason what is wrong with it
     * @param detail more about it; empty if there is nothing to add
     */
    default void unusable(DeadLetterReason reason, String detail) {
        nullValue();
    }
}
