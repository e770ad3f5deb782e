package dev.kvlease.app.audit;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;

/** Until when, in record time, a request of a holder matters: its lease is live, or the core may still judge a read. */
public final class RequestSpan {
    private static final long NS_PER_MS = 1_000_000;
    private static final long KEPT_MS = Constants.HORIZON_NS / NS_PER_MS + 60_000;

    private long liveUntilMs = Long.MIN_VALUE;
    private long keptUntilMs = Long.MIN_VALUE;
    private boolean openEnded;

    /** Nothing was said of the request. */
    public RequestSpan() {}

    /**
     * A lease event of the request.
     *
     * @param event the event
     * @param recordTimeMs its record time
     */
    public void see(LeaseEvent event, long recordTimeMs) {
        if (event.type() == LeaseEventType.BLOCKS_RELEASED || event.type() == LeaseEventType.BLOCKS_EXPIRED) {
            openEnded = false;
            liveUntilMs = recordTimeMs;
        } else if (event.type().ofRequest()) {
            openEnded = event.type() == LeaseEventType.BLOCKS_ALLOCATED ? Absent.is(event.expiryNs()) : openEnded;
            long leftMs = Absent.is(event.expiryNs()) ? 0 : Math.max(0, event.expiryNs() - event.clockNs()) / NS_PER_MS;
            liveUntilMs = Math.max(liveUntilMs, recordTimeMs + Math.min(leftMs, Constants.HOLDER_STATE_KEPT_MS));
        }
        touch(recordTimeMs);
    }

    /**
     * Any record of the request.
     *
     * @param recordTimeMs its record time
     */
    public void touch(long recordTimeMs) {
        keptUntilMs = Math.max(keptUntilMs, Math.max(liveUntilMs, recordTimeMs) + KEPT_MS);
    }

    /**
     * The holder's life is over: nothing of it lasts.
     *
     * @param recordTimeMs when that was told
     */
    public void lifeEnded(long recordTimeMs) {
        openEnded = false;
        liveUntilMs = Math.min(liveUntilMs, recordTimeMs);
    }

    /** Whether the lease may have been live at a time. */
    boolean isLiveAt(long timeMs) {
        return openEnded || liveUntilMs >= timeMs;
    }

    /**
     * Whether nothing matters any more.
     *
     * @param timeMs record time reached
     * @return true if the request can be forgotten
     */
    public boolean isOverAt(long timeMs) {
        return !openEnded && timeMs > keptUntilMs;
    }
}
