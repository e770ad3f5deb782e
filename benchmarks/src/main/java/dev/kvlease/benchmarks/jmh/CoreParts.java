package dev.kvlease.benchmarks.jmh;

import dev.kvlease.core.Settings;
import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.lease.EventSequence;
import dev.kvlease.core.lease.HolderLives;
import dev.kvlease.core.verdict.Decision;
import dev.kvlease.core.verdict.DecisionTable;
import dev.kvlease.core.verdict.Question;
import dev.kvlease.core.verdict.ReadIntent;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The clock estimator and the decision table by themselves. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class CoreParts {
    private static final String READER = "prefill-0";
    private static final String HOLDER = "decode-0";
    private static final String LIFE = "life";
    private static final long START_NS = 1_000_000_000_000L;
    private static final long STEP_NS = 1_000_000;
    private static final long LEASE_NS = 480_000_000_000L;

    private final Drift drift = new Drift(Settings.DEFAULT.driftPpm());
    private final DecisionTable table = new DecisionTable(drift, Settings.DEFAULT.marginNs(), false, false);
    private final PairClock clock = new PairClock(READER);
    private final Question question;
    private long nowNs = START_NS;
    private long samples;

    /** Samples the clock once; the intent is for a holder that sends no lease events, so that V19 is reached soonest. */
    public CoreParts() {
        PairClock.Taken first = clock.take(sample(), PairClock.HolderLife.UNTRACKED, drift, 0);
        if (first != PairClock.Taken.TAKEN) {
            throw new IllegalStateException("the sample was not taken: " + first);
        }
        ReadIntent intent = new ReadIntent(
                READER, LIFE, HOLDER, Optional.of(LIFE), "request", "read", new int[0][], 1, nowNs, nowNs + LEASE_NS);
        question = new Question(intent, new HolderLives(), new EventSequence(), Optional.empty(), Optional.of(clock));
        Decision decision = table.decide(question);
        if (!decision.opensRead()) {
            throw new IllegalStateException("the intent is not answered READABLE: " + decision);
        }
    }

    private HandshakeSample sample() {
        nowNs += STEP_NS;
        return new HandshakeSample(READER, LIFE, HOLDER, LIFE, 0, nowNs, nowNs + 500_000, nowNs + STEP_NS);
    }

    /**
     * A sample that agrees; includes making it.
     *
     * @return what became of it
     */
    @Benchmark
    public PairClock.Taken clockTakesSample() {
        return clock.take(sample(), PairClock.HolderLife.UNTRACKED, drift, samples++);
    }

    /**
     * V19, which all rules before have passed on.
     *
     * @return READABLE
     */
    @Benchmark
    public Decision decideWithinLease() {
        return table.decide(question);
    }
}
