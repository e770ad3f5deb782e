package dev.kvlease.app.audit;

import java.util.Collection;

/**
 * The times of a holder that are worth drawing: from a minute before the lease of a violation was allocated to a minute
 * after its read ended, in record time.
 */
final class IncidentWindow {
    private static final long AROUND_MS = 60_000;

    private long fromMs = Long.MAX_VALUE;
    private long untilMs = Long.MIN_VALUE;

    /** A violation: all leases that may have been live then are to be drawn. */
    void open(long allocatedMs, long readMs, Collection<RequestTrack> requests) {
        long from = allocatedMs - AROUND_MS;
        boolean contiguous = from >= fromMs && readMs <= untilMs;
        untilMs = Math.max(untilMs, readMs + AROUND_MS);
        if (contiguous) {
            return;
        }
        fromMs = from;
        for (RequestTrack request : requests) {
            if (request.isLiveAt(from)) {
                request.draw();
            }
        }
    }

    /** A request that is told of now. */
    void see(RequestTrack request, long recordTimeMs) {
        if (recordTimeMs >= fromMs && recordTimeMs <= untilMs) {
            request.draw();
        }
    }
}
