package dev.kvlease.app.metrics;

import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Counts what one task does, on its stream thread. Close it with the task. */
public final class TaskMeter implements AutoCloseable {
    private static final int UNRESOLVED_KEPT = 10_000;
    private static final long NS_PER_MS = 1_000_000;

    private record Read(String reader, String readRequestId) {}

    private final LeaseMeters meters;
    private final String task;
    private final ThreadMeter thread;
    private final Survey survey;

    /** Reads whose answers were provisional so far, with the record time of the first; the oldest are given up. */
    private final Map<Read, Long> unresolved = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Read, Long> eldest) {
            return size() > UNRESOLVED_KEPT;
        }
    };

    TaskMeter(LeaseMeters meters, String task, ThreadMeter thread, Survey survey) {
        this.meters = meters;
        this.task = task;
        this.thread = thread;
        this.survey = survey;
    }

    /**
     * A verdict was written.
     *
     * @param verdict the answer or revocation
     * @param repeated whether it was first sent for an earlier record
     * @param recordTimeMs record time of the record that it follows from, milliseconds of the epoch
     */
    public void verdict(Verdict verdict, boolean repeated, long recordTimeMs) {
        if (repeated) {
            thread.repeated.add(1);
        } else if (verdict.trigger() == Trigger.READ_INTENT) {
            answer(verdict, recordTimeMs);
        } else {
            thread.revocation(verdict.reason()).add(1);
        }
    }

    private void answer(Verdict verdict, long recordTimeMs) {
        thread.verdict(verdict.status(), verdict.reason()).add(1);
        thread.latency.add((meters.nowMs() - recordTimeMs) * NS_PER_MS);
        if (!verdict.evidence().tracked()) {
            thread.untracked(verdict.status()).add(1);
        }
        long nowNs = verdict.evidence().nowNs();
        if (!Absent.is(verdict.deadlineNs()) && !Absent.is(nowNs)) {
            thread.headroom.add(verdict.deadlineNs() - nowNs);
        }
        if (verdict.provisional()) {
            thread.provisional(verdict.reason()).add(1);
            unresolved.putIfAbsent(new Read(verdict.reader(), verdict.readRequestId()), recordTimeMs);
        } else if (!unresolved.isEmpty()) {
            Long sinceMs = unresolved.remove(new Read(verdict.reader(), verdict.readRequestId()));
            if (sinceMs != null) {
                thread.resolution.add((recordTimeMs - sinceMs) * NS_PER_MS);
            }
        }
    }

    /**
     * A violation was written.
     *
     * @param violation what was found
     */
    public void violation(Violation violation) {
        thread.violation(violation.type(), violation.certainty()).add(1);
    }

    /**
     * A dead letter was written.
     *
     * @param reason the reason by name
     */
    public void deadLetter(String reason) {
        thread.deadLetter(reason).add(1);
    }

    /**
     * Something was noted.
     *
     * @param note what
     * @param times how often
     */
    public void note(Note note, int times) {
        thread.note(note).add(times);
    }

    /**
     * Leases ended.
     *
     * @param reason why
     * @param leases how many
     */
    public void leasesEnded(EndReason reason, int leases) {
        thread.ended(reason).add(leases);
    }

    /**
     * A reader reported the end of a read.
     *
     * @param status how it ended
     */
    public void outcome(ReadStatus status) {
        thread.outcome(status).add(1);
    }

    /**
     * Looks at the next holders; call from time to time. Takes a bounded time, however many holders there are.
     *
     * @param awake the engines on the heap, asked for at the beginning of each round
     * @param asleep how many holders are only in the store
     */
    public void look(Supplier<Collection<LeaseEngine>> awake, int asleep) {
        survey.step(awake, asleep, meters.nowMs()).ifPresent(details -> meters.publish(task, details));
    }

    @Override
    public void close() {
        survey.close();
        meters.forget(task);
    }
}
