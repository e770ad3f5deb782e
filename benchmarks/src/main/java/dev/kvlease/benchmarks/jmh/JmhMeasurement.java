package dev.kvlease.benchmarks.jmh;

import dev.kvlease.benchmarks.report.Run;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** All benchmarks of single calls, the read gate's among them, with the bytes that each call allocates. */
public final class JmhMeasurement {
    private static final String ALL = "dev\\.kvlease\\.benchmarks\\.(jmh|gate)\\..*";
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private JmhMeasurement() {}

    /**
     * Prints what each call takes.
     *
     * @param run how long; a quick run forks no process
     * @throws RunnerException if a benchmark fails
     */
    public static void measure(Run run) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(ALL)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(run.quick() ? VerboseMode.SILENT : VerboseMode.NORMAL);
        if (run.quick()) {
            TimeValue brief = TimeValue.milliseconds(20);
            options.forks(0)
                    .warmupIterations(1)
                    .warmupTime(brief)
                    .measurementIterations(1)
                    .measurementTime(brief);
        }
        print(run, new Runner(options.build()).run());
    }

    private static void print(Run run, Collection<RunResult> results) {
        List<RunResult> sorted = results.stream()
                .sorted(Comparator.comparing(JmhMeasurement::name))
                .toList();
        for (RunResult result : sorted) {
            BenchmarkResult all = result.getAggregatedResult();
            Result<?> time = all.getPrimaryResult();
            Result<?> bytes = all.getSecondaryResults().get(ALLOCATED);
            run.figure(
                    name(result),
                    String.format(Locale.ROOT, "%,.1f", time.getScore()),
                    "ns",
                    String.format(
                            Locale.ROOT,
                            "± %,.1f, %,.0f B allocated",
                            Double.isNaN(time.getScoreError()) ? 0 : time.getScoreError(),
                            bytes == null ? 0 : bytes.getScore()));
        }
    }

    private static String name(RunResult result) {
        String method = result.getParams().getBenchmark();
        String brief = method.substring(method.lastIndexOf('.', method.lastIndexOf('.') - 1) + 1);
        StringBuilder name = new StringBuilder(brief);
        for (String key : result.getParams().getParamsKeys()) {
            name.append(' ').append(result.getParams().getParam(key).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }
}
