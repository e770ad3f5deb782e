package dev.kvlease.app.feed;

import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What all stream threads of a process have said lately. Thread-safe; memory is bounded whatever comes. */
public final class Feed {
    /** How many of the newest verdicts are kept. */
    public static final int VERDICTS_KEPT = 128;
    /** How many of the newest violations are kept. */
    public static final int VIOLATIONS_KEPT = 64;
    /** For how many seconds counts are kept. */
    public static final int SECONDS_KEPT = 120;

    private final Ring<Timed<Verdict>> verdicts = new Ring<>(VERDICTS_KEPT);
    private final Ring<Timed<Violation>> violations = new Ring<>(VIOLATIONS_KEPT);
    private final Map<Told, Map<Reason, AtomicLong>> counts = new EnumMap<>(Told.class);

    private final Deque<Second> seconds = new ArrayDeque<>();
    private long nextSecond;

    /** Nothing said yet. */
    public Feed() {
        for (Told told : Told.values()) {
            Map<Reason, AtomicLong> ofReasons = new EnumMap<>(Reason.class);
            counts.put(told, ofReasons);
            for (Reason reason : Reason.values()) {
                ofReasons.put(reason, new AtomicLong());
            }
        }
    }

    /**
     * Something and the record that caused it.
     *
     * @param recordTimeMs record time, milliseconds of the epoch
     * @param item what was said
     * @param <T> verdict or violation
     */
    public record Timed<T>(long recordTimeMs, T item) {}

    /**
     * A verdict has been given. Called by stream threads.
     *
     * @param verdict the verdict
     * @param recordTimeMs time of the record that caused it
     */
    public void verdict(Verdict verdict, long recordTimeMs) {
        counts.get(Told.by(verdict)).get(verdict.reason()).getAndIncrement();
        verdicts.add(new Timed<>(recordTimeMs, verdict));
    }

    /**
     * A violation has been found. Called by stream threads.
     *
     * @param violation the violation
     * @param recordTimeMs time of the record that showed it
     */
    public void violation(Violation violation, long recordTimeMs) {
        violations.add(new Timed<>(recordTimeMs, violation));
    }

    /**
     * The newest verdicts.
     *
     * @param from number to begin with, 0 for all
     * @return those that are still there
     */
    public Recent<Timed<Verdict>> verdicts(long from) {
        return verdicts.since(from);
    }

    /**
     * The newest violations.
     *
     * @param from number to begin with, 0 for all
     * @return those that are still there
     */
    public Recent<Timed<Violation>> violations(long from) {
        return violations.since(from);
    }

    /**
     * Notes what was counted since the last look. Called by one thread, about once a second.
     *
     * @param nowMs wall clock, milliseconds of the epoch
     */
    public synchronized void look(long nowMs) {
        List<Second.Count> changed = new ArrayList<>();
        counts.forEach((told, ofReasons) -> ofReasons.forEach((reason, counter) -> {
            long count = counter.getAndSet(0);
            if (count > 0) {
                changed.add(new Second.Count(told, reason, count));
            }
        }));
        seconds.addLast(new Second(nowMs, changed));
        nextSecond++;
        if (seconds.size() > SECONDS_KEPT) {
            seconds.removeFirst();
        }
    }

    /**
     * The counts of the last seconds.
     *
     * @param from number to begin with, 0 for all
     * @return those that are still there
     */
    public synchronized Recent<Second> seconds(long from) {
        long first = nextSecond - seconds.size();
        long begin = Math.min(Math.max(from, first), nextSecond);
        return new Recent<>(
                seconds.stream().skip(begin - first).toList(), nextSecond, begin - Math.min(from, nextSecond));
    }
}
