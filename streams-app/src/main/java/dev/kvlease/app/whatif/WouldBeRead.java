package dev.kvlease.app.whatif;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.Optional;

/** A read with the answers that each variant gave to it. */
final class WouldBeRead {
    private static final long NS_PER_MS = 1_000_000;

    /** What one variant said last. */
    private static final class Answer {
        private boolean admitted;
        private long askedNs = Absent.LONG;
        private long askedMs;
        private long revokedMs = Long.MAX_VALUE;
        private Optional<ClockOffset> clock = Optional.empty();
    }

    private final Answer[] answers;
    private boolean hasSomethingToRead;
    private Optional<ReadOutcome> outcome = Optional.empty();
    private Optional<ClockOffset> outcomeClock = Optional.empty();
    private long outcomeMs;
    private long leaseSeq = Absent.LONG;

    WouldBeRead(int variants) {
        answers = new Answer[variants];
        for (int i = 0; i < variants; i++) {
            answers[i] = new Answer();
        }
    }

    void asked(int variant, ReadIntent intent, boolean admitted, Optional<ClockOffset> clock, long recordTimeMs) {
        hasSomethingToRead |= intent.numLocalBlocks() > 0;
        Answer answer = answers[variant];
        answer.admitted = admitted;
        answer.askedNs = intent.nowNs();
        answer.askedMs = recordTimeMs;
        answer.revokedMs = Long.MAX_VALUE;
        answer.clock = clock;
    }

    /** A verdict that took an answer back. */
    void told(int variant, Verdict verdict, long recordTimeMs) {
        boolean revocation = verdict.trigger() != Trigger.READ_INTENT && verdict.status() == Status.EXPIRED;
        if (revocation && outcome.isEmpty()) {
            answers[variant].revokedMs = Math.min(answers[variant].revokedMs, recordTimeMs);
        }
    }

    /** The lease that the rules as they are take it to mean. */
    void means(long seq) {
        leaseSeq = Absent.is(seq) ? leaseSeq : seq;
    }

    void ended(ReadOutcome reported, Optional<ClockOffset> clock, long recordTimeMs) {
        if (outcome.isPresent()) {
            return;
        }
        outcome = Optional.of(reported);
        outcomeClock = clock;
        outcomeMs = recordTimeMs;
        means(reported.leaseSeq());
    }

    boolean hasSomethingToRead() {
        return hasSomethingToRead;
    }

    long leaseSeq() {
        return leaseSeq;
    }

    /** Whether the read took place, and its bytes were used. */
    boolean tookPlace() {
        return outcome.filter(reported -> reported.status() == ReadStatus.COMPLETED)
                .isPresent();
    }

    /** Whether a variant lets the read through to its end. */
    boolean isAdmitted(int variant, long readNs) {
        Answer answer = answers[variant];
        long endedMs = tookPlace() ? outcomeMs : answer.askedMs + readNs / NS_PER_MS;
        return answer.admitted && answer.revokedMs > endedMs;
    }

    /** When the read ended or would have, reader clock; absent if nobody knows. */
    long finishedNs(int variant, long readNs) {
        if (tookPlace()) {
            return outcome.orElseThrow().finishedNs();
        }
        long askedNs = answers[variant].askedNs;
        return Absent.is(askedNs) ? Absent.LONG : askedNs + readNs;
    }

    /** What was known of the pair's clock then. */
    Optional<ClockOffset> clock(int variant) {
        return tookPlace() ? outcomeClock : answers[variant].clock;
    }
}
