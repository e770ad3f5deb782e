package dev.kvlease.core.lease;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Requests by when they are due. Leases of one length come in the order of their deadlines, so most entries go to the
 * end of a plain queue, kept as numbers so that to look at one touches no request; only one that is due before its
 * predecessor goes through a heap.
 */
final class DueQueue {
    private static final int INITIAL_CAPACITY = 16;

    /**
     * A request to look at once the watermark exceeds the base by more than the horizon.
     *
     * @param baseNs the highest expiry and event clock of its leases when it was queued
     * @param request the request
     */
    record Due(long baseNs, RequestLeases request) {}

    /** A ring, a power of two long: from {@link #first} on {@link #count} entries. */
    private long[] basesNs = new long[INITIAL_CAPACITY];

    private RequestLeases[] requests = new RequestLeases[INITIAL_CAPACITY];
    private int first;
    private int count;
    private final PriorityQueue<Due> outOfOrder = new PriorityQueue<>(Comparator.comparingLong(Due::baseNs));

    void clear() {
        basesNs = new long[INITIAL_CAPACITY];
        requests = new RequestLeases[INITIAL_CAPACITY];
        first = 0;
        count = 0;
        outOfOrder.clear();
    }

    private int slot(int place) {
        return (first + place) & (basesNs.length - 1);
    }

    void add(long baseNs, RequestLeases request) {
        if (count > 0 && basesNs[slot(count - 1)] > baseNs) {
            outOfOrder.add(new Due(baseNs, request));
            return;
        }
        if (count == basesNs.length) {
            grow();
        }
        basesNs[slot(count)] = baseNs;
        requests[slot(count)] = request;
        count++;
    }

    private void grow() {
        int length = basesNs.length;
        long[] longerBasesNs = Arrays.copyOf(basesNs, 2 * length);
        RequestLeases[] longerRequests = Arrays.copyOf(requests, 2 * length);
        // What stands before the first entry comes behind the last: the ring is full.
        System.arraycopy(basesNs, 0, longerBasesNs, length, first);
        System.arraycopy(requests, 0, longerRequests, length, first);
        Arrays.fill(longerRequests, 0, first, null);
        basesNs = longerBasesNs;
        requests = longerRequests;
    }

    /** The lowest base, or {@link Long#MAX_VALUE}. */
    long lowestBaseNs() {
        long lowestNs = count == 0 ? Long.MAX_VALUE : basesNs[first];
        return outOfOrder.isEmpty()
                ? lowestNs
                : Math.min(lowestNs, outOfOrder.peek().baseNs());
    }

    /** Takes the entry with the lowest base; there must be one. */
    Due take() {
        boolean ordered = count > 0
                && (outOfOrder.isEmpty() || basesNs[first] <= outOfOrder.peek().baseNs());
        if (!ordered) {
            return outOfOrder.remove();
        }
        Due due = new Due(basesNs[first], requests[first]);
        requests[first] = null;
        first = slot(1);
        count--;
        return due;
    }
}
