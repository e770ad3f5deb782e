package dev.kvlease.fleet.truth;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts ground truth: the proof that the gate keeps foreign bytes out, and what it costs. Not thread-safe. */
public final class TruthTotals implements GroundTruth {
    private final SortedMap<String, Long> goodDeclinedByReason = new TreeMap<>();
    private long reads;
    private long completed;
    private long foreignWithoutGate;
    private long foreignWithOriginalFix;
    private long foreignUsed;
    private long unsafeUsed;

    /** Nothing counted yet. */
    public TruthTotals() {}

    @Override
    public void read(ReadTruth read) {
        reads++;
        completed += read.fate() == ReadFate.COMPLETED ? 1 : 0;
        foreignWithoutGate += read.ungated().foreign() ? 1 : 0;
        foreignWithOriginalFix += read.originalFixReads() && read.ungated().foreign() ? 1 : 0;
        foreignUsed += read.usedForeignBytes() ? 1 : 0;
        unsafeUsed += read.fate() == ReadFate.COMPLETED
                        && read.actual().filter(ReadSpan::unsafe).isPresent()
                ? 1
                : 0;
        if (read.fate() != ReadFate.COMPLETED && !read.ungated().unsafe()) {
            goodDeclinedByReason.merge(read.reason().isEmpty() ? "OTHER" : read.reason(), 1L, Long::sum);
        }
    }

    /**
     * Reads that had something to read, whatever became of them.
     *
     * @return a count
     */
    public long reads() {
        return reads;
    }

    /**
     * Reads whose bytes were used.
     *
     * @return a count
     */
    public long completed() {
        return completed;
    }

    /**
     * Reads that would have returned bytes of another request if every reader had read at once.
     *
     * @return a count
     */
    public long foreignWithoutGate() {
        return foreignWithoutGate;
    }

    /**
     * Of those, the ones that the original check inside the engine would have let through.
     *
     * @return a count
     */
    public long foreignWithOriginalFix() {
        return foreignWithOriginalFix;
    }

    /**
     * Reads that returned bytes of another request, and used them.
     *
     * @return a count
     */
    public long foreignUsed() {
        return foreignUsed;
    }

    /**
     * Reads that used bytes which the holder no longer promised, foreign or not.
     *
     * @return a count
     */
    public long unsafeUsed() {
        return unsafeUsed;
    }

    /**
     * Reads that would have been safe and were not used, by the reason given for it.
     *
     * @return counts by reason, sorted
     */
    public SortedMap<String, Long> goodDeclinedByReason() {
        return Collections.unmodifiableSortedMap(goodDeclinedByReason);
    }
}
