package dev.kvlease.app.feed;

import java.util.List;

/**
 * What was kept from a number on.
 *
 * @param items oldest first
 * @param next the number to go on from
 * @param missed how many were dropped before they could be seen
 * @param <T> what is kept
 */
public record Recent<T>(List<T> items, long next, long missed) {
    /** Copies the list. */
    public Recent {
        items = List.copyOf(items);
    }
}
