package dev.kvlease.benchmarks.gate;

import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.ReadTicket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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

/**
 * One check with 100,000 live verdicts. In random order it includes the cache misses of a read that was not looked at for
 * a while; <em>again</em> checks the same few reads over and over.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class GateCheck {
    private static final long SEED = 7;
    private static final int FEW = 64;

    private final FilledGate filled = new FilledGate();
    private final ReadTicket[] tickets;
    private final ReadKey[] keys;
    private int next;

    /** Fills the gate; the order of the checks is shuffled. */
    public GateCheck() {
        List<ReadTicket> shuffled = new ArrayList<>(filled.tickets);
        Collections.shuffle(shuffled, new Random(SEED));
        tickets = shuffled.toArray(ReadTicket[]::new);
        keys = shuffled.stream().map(ReadTicket::key).toArray(ReadKey[]::new);
    }

    /**
     * By ticket, in random order.
     *
     * @return the answer
     */
    @Benchmark
    public Answer byTicket() {
        return filled.gate.check(tickets[advance(tickets.length)], FilledGate.NOW_NS);
    }

    /**
     * By ticket, the same few.
     *
     * @return the answer
     */
    @Benchmark
    public Answer byTicketAgain() {
        return filled.gate.check(tickets[advance(FEW)], FilledGate.NOW_NS);
    }

    /**
     * By name, in random order.
     *
     * @return the answer
     */
    @Benchmark
    public Answer byName() {
        return filled.gate.check(keys[advance(keys.length)], FilledGate.NOW_NS);
    }

    /**
     * By name, the same few.
     *
     * @return the answer
     */
    @Benchmark
    public Answer byNameAgain() {
        return filled.gate.check(keys[advance(FEW)], FilledGate.NOW_NS);
    }

    private int advance(int end) {
        next = next + 1 >= end ? 0 : next + 1;
        return next;
    }
}
