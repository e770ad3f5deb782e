package dev.kvlease.core.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@code drift(span)} is the exact product rounded up, whatever the span. */
class DriftTest {
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

    private static long exactly(int ppm, long spanNs) {
        BigInteger[] product = BigInteger.valueOf(spanNs)
                .abs()
                .multiply(BigInteger.valueOf(ppm))
                .divideAndRemainder(MILLION);
        return product[0].longValueExact() + product[1].signum();
    }

    @Test
    void roundsUpAndTakesTheMagnitude() {
        Drift drift = new Drift(100);

        assertThat(drift.ofNs(0)).isZero();
        assertThat(drift.ofNs(1)).isEqualTo(1);
        assertThat(drift.ofNs(10_000)).isEqualTo(1);
        assertThat(drift.ofNs(10_001)).isEqualTo(2);
        assertThat(drift.ofNs(-1_010_000)).isEqualTo(101);
    }

    @Test
    void isExactUpToTheEndOfTime() {
        long seed = 11;
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            long spanNs = random.nextLong() >> (2 + random.nextInt(61));
            int ppm = 1 + random.nextInt(500);
            assertThat(new Drift(ppm).ofNs(spanNs))
                    .as("seed %d: %d ppm of %d", seed, ppm, spanNs)
                    .isEqualTo(exactly(ppm, spanNs));
        }
    }
}
