package dev.kvlease.benchmarks.jmh;

import dev.kvlease.benchmarks.workload.CountingEffects;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What one record of each type costs the core. Every shot applies {@value #RECORDS} records to an engine of its own that
 * was prepared before, so that neither time nor allocations of the preparation count.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 25)
@Measurement(iterations = 25)
@Fork(2)
public class CoreApply {
    private static final int RECORDS = 4_000;

    /** What is applied. */
    @Param
    public EventType type;

    private final Deque<PreparedEngine> prepared = new ArrayDeque<>();

    /**
     * Prepares an engine for every shot.
     *
     * @param params how many there will be
     */
    @Setup(Level.Trial)
    public void prepare(BenchmarkParams params) {
        int shots = params.getWarmup().getCount() + params.getMeasurement().getCount();
        for (int shot = 0; shot < shots; shot++) {
            prepared.add(new PreparedEngine(type, RECORDS));
        }
    }

    /**
     * Applies the records.
     *
     * @return what followed
     */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public CountingEffects apply() {
        return prepared.remove().run();
    }
}
