package dev.kvlease.app.audit;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.explain.LeaseHistory;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * One lease to be drawn, with the reads of it.
 *
 * @param lease its events
 * @param recordTimeMs record time of its allocation, in milliseconds of the epoch
 * @param reads the reads of it, in order
 * @param isSuspect whether a violation is about it
 */
public record LeaseBar(LeaseHistory lease, long recordTimeMs, List<Mark> reads, boolean isSuspect) {
    /** Copies the list. */
    public LeaseBar {
        reads = List.copyOf(reads);
    }

    /**
     * A read of a lease.
     *
     * @param reader the reader's engine id
     * @param readRequestId the read
     * @param asked when it asked, on the holder's clock
     * @param answer the last answer to it
     * @param ended how it ended, if that was told
     * @param started when it started, on the holder's clock
     * @param finished when it ended, on the holder's clock
     * @param endedAt where its outcome stands
     */
    public record Mark(
            String reader,
            String readRequestId,
            Span asked,
            Optional<Verdict> answer,
            Optional<ReadStatus> ended,
            Span started,
            Span finished,
            Optional<Origin> endedAt) {}
}
