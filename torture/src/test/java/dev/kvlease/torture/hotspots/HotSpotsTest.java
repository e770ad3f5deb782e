package dev.kvlease.torture.hotspots;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The hot spots at a hundredth of their size; {@code torture/run hotspots} has them whole. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HotSpotsTest {
    private final HotSpots spots = new HotSpots(100);

    @Test
    void aGapRevokesEveryOpenReadAtOnce() {
        HotSpot gap = spots.gap();

        assertThat(gap.problems()).isEmpty();
        assertThat(gap.verdicts()).isEqualTo(1_000);
    }

    @Test
    void aClockThatSteppedRevokesTheReadsOfItsPair() {
        HotSpot step = spots.clockStep();

        assertThat(step.problems()).isEmpty();
        assertThat(step.verdicts()).isEqualTo(100);
    }

    @Test
    void holdersThatAllRestartLoseOnlyTheirOwnReads() {
        assertThat(spots.restarts().problems()).isEmpty();
    }

    @Test
    void aWrongCommandLineNamesTheHotSpots() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThat(HotSpots.run(new PrintStream(out, true, StandardCharsets.UTF_8), "nothing"))
                .isEqualTo(2);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("[gap-100000-reads]");
    }
}
