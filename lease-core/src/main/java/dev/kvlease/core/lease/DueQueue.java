package dev.kvlease.core.lease;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Requests by when they are due. Leases of one length come in the order of their deadlines, so most entries go to the
 * end of a plain queue; only one that is due before its predecessor goes through a heap.
 */
final class DueQueue {
    /**
     * A request to look at once the watermark exceeds the base by more than the horizon.
     *
     * @param baseNs the highest expiry and event clock of its leases when it was queued
     * @param request the request
     */
    record Due(long baseNs, RequestLeases request) {}

    private final ArrayDeque<Due> inOrder = new ArrayDeque<>();
    private final PriorityQueue<Due> outOfOrder = new PriorityQueue<>(Comparator.comparingLong(Due::baseNs));

    void clear() {
        inOrder.clear();
        outOfOrder.clear();
    }

    void add(long baseNs, RequestLeases request) {
        Due due = new Due(baseNs, request);
        if (inOrder.isEmpty() || inOrder.peekLast().baseNs() <= baseNs) {
            inOrder.addLast(due);
        } else {
            outOfOrder.add(due);
        }
    }

    /** The lowest base, or {@link Long#MAX_VALUE}. */
    long lowestBaseNs() {
        long lowestNs = inOrder.isEmpty() ? Long.MAX_VALUE : inOrder.peekFirst().baseNs();
        return outOfOrder.isEmpty()
                ? lowestNs
                : Math.min(lowestNs, outOfOrder.peek().baseNs());
    }

    /** Takes the entry with the lowest base; there must be one. */
    Due take() {
        boolean ordered = !inOrder.isEmpty()
                && (outOfOrder.isEmpty()
                        || inOrder.peekFirst().baseNs() <= outOfOrder.peek().baseNs());
        return ordered ? inOrder.removeFirst() : outOfOrder.remove();
    }
}
