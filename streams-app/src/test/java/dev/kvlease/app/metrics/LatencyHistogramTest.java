package dev.kvlease.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    @Test
    void percentilesAreExactToAnEighth() {
        for (long seed = 1; seed <= 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long[] values = LongStream.range(0, 1 + random.nextInt(2_000))
                    .map(i -> random.nextLong(1L << (1 + random.nextInt(40))))
                    .sorted()
                    .toArray();
            LatencyHistogram histogram = new LatencyHistogram();
            LongStream.of(values).forEach(histogram::add);
            LatencySummary summary = histogram.summary();
            assertThat(summary.count()).isEqualTo(values.length);
            assertThat(summary.maxNs()).as("seed %d", seed).isEqualTo(values[values.length - 1]);
            assertClose(summary.p50Ns(), values[(int) Math.ceil(values.length * 0.5) - 1], seed);
            assertClose(summary.p99Ns(), values[(int) Math.ceil(values.length * 0.99) - 1], seed);
        }
    }

    @Test
    void extremesAreCounted() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.add(-5);
        histogram.add(Long.MAX_VALUE);
        assertThat(histogram.summary()).isEqualTo(new LatencySummary(2, 0, Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void nothingIsZero() {
        assertThat(new LatencyHistogram().summary()).isEqualTo(LatencySummary.NONE);
    }

    private static void assertClose(long found, long exact, long seed) {
        assertThat(found).as("seed %d", seed).isBetween(exact, exact + exact / 8);
    }
}
