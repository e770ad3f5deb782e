package dev.kvlease.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A replay of many days remembers the holders that are alive. */
class ReplayEnginesTest {
    private static final long HOUR_MS = 3_600_000L;

    private final ReplayEngines engines = new ReplayEngines(Settings.DEFAULT);

    private static Consumer<LeaseEngine> sample(String holder, long recordTimeMs) {
        HandshakeSample sample =
                new HandshakeSample("reader", "reader/1", holder, holder + "/1", 0, 1_000, 1_500, 2_000);
        Arrival at = new Arrival(recordTimeMs, 0, new AsOf(0, 0, 1, 0, 0));
        return engine -> engine.apply(sample, at, new ReplaySummary());
    }

    @Test
    void forgetsAHolderThatHasBeenSilentForADay() {
        engines.apply("dead", 0, sample("dead", 0));
        for (int hour = 0; hour <= 25; hour++) {
            engines.apply("alive", hour * HOUR_MS, sample("alive", hour * HOUR_MS));
            assertThat(engines.size()).as("holders at hour %d", hour).isEqualTo(2);
        }
        engines.apply("alive", 26 * HOUR_MS, sample("alive", 26 * HOUR_MS));
        assertThat(engines.size()).isEqualTo(1);
    }

    @Test
    void keepsTheEngineOfAHolderThatIsHeardFrom() {
        List<LeaseEngine> seen = new ArrayList<>();
        for (int hour = 0; hour <= 60; hour++) {
            long nowMs = hour * HOUR_MS;
            engines.apply("alive", nowMs, sample("alive", nowMs).andThen(seen::add));
        }
        assertThat(seen).hasSize(61).containsOnly(seen.get(0));
    }

    @Test
    void remembersNothingOfARecordThatChangesNothing() {
        engines.apply("holder", 0, engine -> {});
        assertThat(engines.size()).isZero();
    }
}
