package dev.kvlease.app.audit;

import dev.kvlease.core.common.Absent;

/** One life of a holder as the records show it. */
public final class LifeTrack {
    private static final long NS_PER_MS = 1_000_000;

    private final String life;
    private final long firstMs;
    private final boolean firstSeen;
    private long lastMs;
    private boolean started;
    private long lowestSeq = Long.MAX_VALUE;
    private long highestClockNs = Absent.LONG;
    private long quickestNs = Long.MAX_VALUE;

    LifeTrack(String life, long recordTimeMs, boolean firstSeen) {
        this.life = life;
        this.firstMs = recordTimeMs;
        this.lastMs = recordTimeMs;
        this.firstSeen = firstSeen;
    }

    void see(long seq, long clockNs, long recordTimeMs) {
        lastMs = Math.max(lastMs, recordTimeMs);
        highestClockNs = Math.max(highestClockNs, clockNs);
        quickestNs = Math.min(quickestNs, recordTimeMs * NS_PER_MS - clockNs);
        if (seq > 0) {
            lowestSeq = Math.min(lowestSeq, seq);
        }
    }

    /** Its ENGINE_STARTED has been seen; tells whether for the first time. */
    boolean start() {
        boolean first = !started;
        started = true;
        return first;
    }

    /**
     * The incarnation.
     *
     * @return its id
     */
    public String life() {
        return life;
    }

    /**
     * Record time of its first event among the records.
     *
     * @return milliseconds of the epoch
     */
    public long firstMs() {
        return firstMs;
    }

    /**
     * Record time of its last event.
     *
     * @return milliseconds of the epoch
     */
    public long lastMs() {
        return lastMs;
    }

    /**
     * What to add to this life's clock to get record time, as the event that travelled quickest shows it.
     *
     * @return nanoseconds
     */
    public long toRecordTimeNs() {
        return quickestNs;
    }

    /**
     * Whether the records begin in the middle of this life: it is the holder's first, and its first events are not
     * among them.
     *
     * @return true if its history is cut
     */
    public boolean isCut() {
        return firstSeen && lowestSeq > 1 && lowestSeq != Long.MAX_VALUE;
    }

    /** The highest clock seen. */
    long highestClockNs() {
        return highestClockNs;
    }
}
