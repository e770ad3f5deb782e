package dev.kvlease.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EngineClockTest {
    private static final long DAY_NS = 24 * 3600 * 1_000_000_000L;

    @Test
    void staysWithinItsRateAndNeverFalls() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 10_000; i++) {
            double ppm = (2 * random.nextDouble() - 1) * EngineClock.MAX_PPM;
            long boot = random.nextLong(DAY_NS);
            EngineClock clock = new EngineClock(boot, random.nextLong(1L << 50), ppm);
            long elapsed = random.nextLong(30 * DAY_NS);
            long reads = clock.at(boot + elapsed) - clock.at(boot);
            assertThat((double) (reads - elapsed))
                    .isBetween(elapsed * (ppm - 0.001) / 1e6 - 1, elapsed * (ppm + 0.001) / 1e6 + 1);
            assertThat(clock.at(boot + elapsed + 1)).isGreaterThanOrEqualTo(clock.at(boot + elapsed));
        }
    }

    @Test
    void findsTheFirstMomentAtWhichItReadsAValue() {
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 10_000; i++) {
            double ppm = (2 * random.nextDouble() - 1) * EngineClock.MAX_PPM;
            EngineClock clock = new EngineClock(1_000, 5_000, ppm);
            long value = 5_001 + random.nextLong(30 * DAY_NS);
            long when = clock.whenReads(value);
            assertThat(clock.at(when)).isGreaterThanOrEqualTo(value);
            assertThat(clock.at(when - 1)).isLessThan(value);
        }
    }

    @Test
    void refusesARateBeyondTheBound() {
        assertThatThrownBy(() -> new EngineClock(0, 0, 50)).isInstanceOf(IllegalArgumentException.class);
    }
}
