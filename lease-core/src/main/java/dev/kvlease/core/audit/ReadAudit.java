package dev.kvlease.core.audit;

import dev.kvlease.core.common.Constants;
import dev.kvlease.core.verdict.TrackedRead;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Completed reads that wait for judgement, and former ones, whose life is over or whose request is forgotten: they are
 * remembered for the horizon so that a repeat of their outcome is ignored (semantics.md, Audit).
 */
public final class ReadAudit {
    /** What names a read of a former life or of a forgotten request. */
    private record FormerId(String readRequestId, String requestId, String reader, String life) {
        /** Texts keep their hashes. Readers may number the attempts of each request, and ranks share an attempt. */
        @Override
        public int hashCode() {
            return (requestId.hashCode() * 31 + readRequestId.hashCode()) * 31 + reader.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof FormerId that
                    && readRequestId.equals(that.readRequestId)
                    && requestId.equals(that.requestId)
                    && reader.equals(that.reader)
                    && life.equals(that.life);
        }

        static FormerId of(TrackedRead read) {
            return new FormerId(read.readRequestId(), read.requestId(), read.reader(), read.formerLife());
        }

        static FormerId of(ReadOutcome outcome) {
            return new FormerId(outcome.readRequestId(), outcome.requestId(), outcome.reader(), outcome.holderLife());
        }
    }

    private final Map<FormerId, TrackedRead> former = new LinkedHashMap<>();
    private PriorityQueue<TrackedRead> waiting = newQueue();

    /** Nothing waits. */
    public ReadAudit() {}

    private static PriorityQueue<TrackedRead> newQueue() {
        return new PriorityQueue<>(
                Comparator.comparingLong(read -> read.completion().finishedMaxNs()));
    }

    /**
     * Tells whether no more reads can wait.
     *
     * @return true at the limit
     */
    public boolean isFull() {
        return waiting.size() >= Constants.MAX_WAITING_READS;
    }

    /**
     * How many reads wait for judgement.
     *
     * @return a count
     */
    public int waitingCount() {
        return waiting.size();
    }

    /**
     * A read waits for judgement.
     *
     * @param read the read, with its completion
     */
    public void await(TrackedRead read) {
        waiting.add(read);
    }

    /**
     * The next read to judge: W has reached its end and no seq is missing, or has passed that by the horizon.
     *
     * @param watermarkNs W
     * @param hasMissing whether any seq is missing
     * @return the read, which does not wait any more
     */
    public Optional<TrackedRead> nextDue(long watermarkNs, boolean hasMissing) {
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        long dueNs = waiting.peek().completion().finishedMaxNs() + (hasMissing ? Constants.HORIZON_NS : 0);
        return watermarkNs >= dueNs ? Optional.of(waiting.poll()) : Optional.empty();
    }

    /**
     * All reads that wait, because their life is over.
     *
     * @return the reads in the order of their ends; none waits any more
     */
    public List<TrackedRead> takeAll() {
        List<TrackedRead> all = new ArrayList<>(waiting.size());
        while (!waiting.isEmpty()) {
            all.add(waiting.poll());
        }
        return all;
    }

    /**
     * Remembers a completed read whose life is over or whose request is forgotten.
     *
     * @param read the read
     */
    public void rememberFormer(TrackedRead read) {
        former.put(FormerId.of(read), read);
    }

    /**
     * A former read.
     *
     * @param outcome an outcome of the read
     * @param watermarkNs W
     * @return the read, if it is remembered within the horizon
     */
    public Optional<TrackedRead> former(ReadOutcome outcome, long watermarkNs) {
        if (former.isEmpty()) {
            return Optional.empty();
        }
        TrackedRead read = former.get(FormerId.of(outcome));
        boolean remembered = read != null && watermarkNs - read.formerSinceNs() <= Constants.HORIZON_NS;
        return remembered ? Optional.of(read) : Optional.empty();
    }

    /**
     * All former reads.
     *
     * @return a view
     */
    public Collection<TrackedRead> formerReads() {
        return former.values();
    }

    /**
     * What was reported of a read within the horizon, so that it must be reported again after a crash.
     *
     * @param read a read
     * @param watermarkNs W
     * @return the report; empty if there was none, or it is older, or was made by another life's clock
     */
    public static Optional<Violation> report(TrackedRead read, long watermarkNs) {
        byte[] packed = read.report();
        if (packed.length == 0) {
            return Optional.empty();
        }
        Violation report = ViolationState.read(packed);
        long ageNs = watermarkNs - report.watermarkNs();
        return ageNs >= 0 && ageNs <= Constants.HORIZON_NS ? Optional.of(report) : Optional.empty();
    }

    /**
     * What remembers a report that needs no read, like that of a former one, so that it outlives its lease: the read of
     * nobody, which is no reader's id, named by the lease.
     *
     * @param reported a DOUBLE_ALLOCATION
     * @return what to remember
     */
    public static TrackedRead withoutRead(Violation reported) {
        String name = Long.toString(reported.leaseSeq());
        long sinceNs = reported.watermarkNs();
        TrackedRead nobodys = TrackedRead.former("", reported.requestId(), name, reported.holderLife(), sinceNs);
        nobodys.report(ViolationState.write(reported));
        return nobodys.toReported(reported.holderLife(), sinceNs);
    }

    /**
     * A life starts: the former reads are remembered for the horizon from its first watermark on.
     *
     * @param watermarkNs the new life's first watermark
     * @return all former reads
     */
    public List<TrackedRead> rebaseFormer(long watermarkNs) {
        former.values().forEach(read -> read.rebaseFormer(watermarkNs));
        return List.copyOf(former.values());
    }

    /**
     * Forgets the former reads that are older than the horizon.
     *
     * @param watermarkNs W
     * @return the reads forgotten now
     */
    public List<TrackedRead> forgetFormer(long watermarkNs) {
        if (former.isEmpty()) {
            return List.of();
        }
        Iterator<TrackedRead> oldest = former.values().iterator();
        List<TrackedRead> forgotten = List.of();
        while (oldest.hasNext()) {
            TrackedRead read = oldest.next();
            if (watermarkNs - read.formerSinceNs() <= Constants.HORIZON_NS) {
                break;
            }
            oldest.remove();
            read.drop();
            forgotten = forgotten.isEmpty() ? new ArrayList<>() : forgotten;
            forgotten.add(read);
        }
        return forgotten;
    }

    /**
     * Forgets everything.
     *
     * @return what was remembered of former lives
     */
    public List<TrackedRead> clear() {
        List<TrackedRead> all = List.copyOf(former.values());
        all.forEach(TrackedRead::drop);
        former.clear();
        waiting = newQueue();
        return all;
    }
}
