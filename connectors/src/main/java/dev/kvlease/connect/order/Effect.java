package dev.kvlease.connect.order;

import java.util.Optional;

/** What is to be done, in this order. */
public sealed interface Effect {
    /**
     * Hand on a batch.
     *
     * @param life the publisher's life that sent it
     * @param frame the batch
     * @param after the position once it has been handed on
     * @param late whether it fills a hole that was given up, and so comes after later ones
     */
    record Deliver(String life, Frame frame, Position after, boolean late) implements Effect {}

    /**
     * Ask the replay socket, over a new connection, so that answers to earlier requests cannot be mistaken for this one's.
     *
     * @param fromSeq the first number wanted
     */
    record Ask(long fromSeq) implements Effect {}

    /**
     * Batches that will probably never come.
     *
     * @param life the publisher's life; empty if none of its batches has been seen
     * @param fromSeq the first missing number
     * @param toSeq the number after the last missing one
     * @param cause why they are given up
     */
    record Lost(Optional<String> life, long fromSeq, long toSeq, Cause cause) implements Effect {}

    /**
     * A batch was seen before.
     *
     * @param seq its number
     */
    record Duplicate(long seq) implements Effect {}

    /** Another life of the publisher is followed from here on. */
    record Restarted() implements Effect {}

    /** Give the subscription's connection up for a new one: it leads to a life that is over, and will not say so. */
    record Resubscribe() implements Effect {}

    /** Why batches are given up. */
    enum Cause {
        /** The publisher's replay buffer no longer has them. */
        NOT_KEPT,
        /** They did not come in time. */
        TIMED_OUT,
        /** Too much waited behind them. */
        TOO_MUCH_WAITING,
        /** There is no replay socket to ask. */
        NO_REPLAY,
        /** The process that had them is gone. */
        PUBLISHER_GONE
    }
}
