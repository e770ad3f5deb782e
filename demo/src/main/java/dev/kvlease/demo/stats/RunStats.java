package dev.kvlease.demo.stats;

import dev.kvlease.app.metrics.LatencyHistogram;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.schemas.ClockOffset;
import dev.kvlease.schemas.Violation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Counts what happens in a run. Safe for use by many threads. */
public final class RunStats {
    /** How many full seconds a snapshot looks back. */
    public static final int SECONDS_KEPT = 60;

    /** How many happenings a snapshot has at most. */
    public static final int HAPPENINGS_KEPT = 50;

    private final LongSupplier elapsedNs;
    private final SecondCounter recordSeconds = new SecondCounter(1);
    private final SecondCounter verdictSeconds = new SecondCounter(SECONDS_KEPT);
    private final Map<String, Long> readableReasons = new HashMap<>();
    private final Map<String, Long> expiredReasons = new HashMap<>();
    private final Map<String, PairClockView> pairs = new TreeMap<>();
    private final LatencyHistogram latency = new LatencyHistogram();
    private final Deque<Happening> happenings = new ArrayDeque<>();
    private long records;
    private long readable;
    private long expired;
    private long revocations;
    private long revocationsAfterEnd;
    private long violations;
    private long deadLetters;
    private long slowestNs;
    private String slowest = "";

    /**
     * Nothing counted yet.
     *
     * @param elapsedNs tells the time since the start of the fleet, in nanoseconds
     */
    public RunStats(LongSupplier elapsedNs) {
        this.elapsedNs = elapsedNs;
    }

    /**
     * Engines have sent records.
     *
     * @param count how many
     */
    public synchronized void recordsSent(long count) {
        records += count;
        recordSeconds.count(elapsedNs.getAsLong(), count);
    }

    /**
     * A reader has received an answer to its intent.
     *
     * @param verdict the answer
     * @param tookNs time since the read was asked for, in nanoseconds; negative if it is not the first answer
     */
    public synchronized void answered(GateVerdict verdict, long tookNs) {
        verdictSeconds.count(elapsedNs.getAsLong(), 1);
        boolean mayRead = verdict.readable();
        readable += mayRead ? 1 : 0;
        expired += mayRead ? 0 : 1;
        (mayRead ? readableReasons : expiredReasons).merge(verdict.reason(), 1L, Long::sum);
        if (tookNs < 0) {
            return;
        }
        latency.add(tookNs);
        if (tookNs > slowestNs) {
            slowestNs = tookNs;
            slowest = verdict.reader() + ", " + verdict.key().requestId();
        }
    }

    /**
     * A reader has received a revocation.
     *
     * @param verdict the revocation
     * @param inTime whether the read had not ended yet
     */
    public synchronized void revoked(GateVerdict verdict, boolean inTime) {
        verdictSeconds.count(elapsedNs.getAsLong(), 1);
        if (!inTime) {
            // most often the end of the lease that the read itself has brought about
            revocationsAfterEnd++;
            return;
        }
        revocations++;
        happened(
                Happening.Kind.REVOKED,
                "answer to " + verdict.reader() + " for " + verdict.key().requestId() + " taken back: "
                        + verdict.reason());
    }

    /**
     * The stream has said what it knows of a pair's clocks.
     *
     * @param offset the pair
     */
    public synchronized void clock(ClockOffset offset) {
        long boundNs = Math.max(offset.getHiNs() - offset.getOffsetNs(), offset.getOffsetNs() - offset.getLoNs());
        PairClockView view = new PairClockView(
                offset.getHolderEngineId(),
                offset.getReaderEngineId(),
                offset.getOffsetNs(),
                boundNs,
                offset.getMinRttNs(),
                offset.getSamples(),
                offset.getSuspect());
        pairs.put(view.holder() + "|" + view.reader(), view);
    }

    /**
     * The stream has reported a violation.
     *
     * @param violation what was broken
     */
    public synchronized void violated(Violation violation) {
        violations++;
        happened(
                Happening.Kind.VIOLATION,
                violation.getCertainty() + " " + violation.getType() + " of " + violation.getRequestId() + " on "
                        + violation.getHolderEngineId());
    }

    /** The stream has refused a record. */
    public synchronized void deadLetter() {
        deadLetters++;
    }

    /**
     * Something worth telling has happened just now.
     *
     * @param kind what sort of thing
     * @param text one line
     */
    public synchronized void happened(Happening.Kind kind, String text) {
        happenings.addLast(new Happening(elapsedNs.getAsLong(), kind, text));
        if (happenings.size() > HAPPENINGS_KEPT) {
            happenings.removeFirst();
        }
    }

    /**
     * Everything as it is now.
     *
     * @return a copy
     */
    public synchronized Snapshot snapshot() {
        long nowNs = elapsedNs.getAsLong();
        return new Snapshot(
                nowNs,
                records,
                recordSeconds.last(nowNs),
                verdictSeconds.full(nowNs),
                readable,
                expired,
                reasons(),
                revocations,
                revocationsAfterEnd,
                violations,
                deadLetters,
                latency.summary(),
                slowest,
                List.copyOf(pairs.values()),
                List.copyOf(happenings));
    }

    private List<ReasonCount> reasons() {
        List<ReasonCount> all = new ArrayList<>();
        readableReasons.forEach((reason, count) -> all.add(new ReasonCount(reason, true, count)));
        expiredReasons.forEach((reason, count) -> all.add(new ReasonCount(reason, false, count)));
        all.sort(Comparator.comparingLong(ReasonCount::count).reversed().thenComparing(ReasonCount::reason));
        return all;
    }
}
