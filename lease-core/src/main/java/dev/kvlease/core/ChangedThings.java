package dev.kvlease.core;

import dev.kvlease.core.state.Journaled;
import java.util.ArrayList;
import java.util.List;

/**
 * Things of one kind that have changed, each once, in the order in which they first did.
 *
 * @param <T> the kind
 */
final class ChangedThings<T extends Journaled> {
    private final List<T> inOrder = new ArrayList<>();

    void add(T thing) {
        if (thing.markChanged()) {
            inOrder.add(thing);
        }
    }

    /** A view; one that is not marked any more does not count. */
    List<T> inOrder() {
        return inOrder;
    }

    void clear() {
        for (T thing : inOrder) {
            thing.markWritten();
        }
        inOrder.clear();
    }
}
