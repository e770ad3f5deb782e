package dev.kvlease.connect.order;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far a publisher has been followed; what a restart needs to go on.
 *
 * @param life names the publisher's life; empty before its first batch
 * @param next number of the next batch, at least 0
 * @param anchor fingerprint of batch {@code next - 1}, by which the same life is recognised; empty if it is not known
 */
public record Position(Optional<String> life, long next, OptionalLong anchor) {
    /** Nothing followed yet. */
    public static final Position START = new Position(Optional.empty(), 0, OptionalLong.empty());

    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Position {
        if (next < 0) {
            throw new IllegalArgumentException("next is " + next + ", but batches are numbered from 0");
        }
    }
}
