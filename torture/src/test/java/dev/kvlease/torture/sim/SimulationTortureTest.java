package dev.kvlease.torture.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Thousands of reads of fleets under every fault at once. {@code -Dkvlease.torture.reads=N} and {@code
 * -Dkvlease.torture.seed=S} choose how many, and where they begin.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SimulationTortureTest {
    private static final long FIRST_SEED = Long.getLong("kvlease.torture.seed", 1);
    private static final long READS = Long.getLong("kvlease.torture.reads", 100_000);

    @Test
    void everyRuleHoldsWhereClocksKeepTheBound() throws InterruptedException {
        assertThat(brokenBy(TortureMode.WITHIN_BOUNDS, READS * 4 / 5)).isEmpty();
    }

    @Test
    void whatDoesNotRestOnTheBoundHoldsWithoutIt() throws InterruptedException {
        assertThat(brokenBy(TortureMode.OUTSIDE_BOUNDS, READS / 5)).isEmpty();
    }

    /**
     * 147: a request of which a crash has left the name alone; 933: an outcome before its own question; 10111: a broken promise,
     * and the same blocks leased to the request again.
     */
    @ParameterizedTest
    @ValueSource(longs = {147, 933, 10111})
    void noRuleIsBrokenByARareHistory(long seed) {
        assertThat(SeedRun.play(seed, TortureMode.WITHIN_BOUNDS, Subject.REAL).broken())
                .isEmpty();
    }

    @Test
    void aSeedGivesTheSameHistory() {
        SeedRun once = SeedRun.play(FIRST_SEED, TortureMode.WITHIN_BOUNDS, Subject.REAL);
        assertThat(SeedRun.play(FIRST_SEED, TortureMode.WITHIN_BOUNDS, Subject.REAL))
                .isEqualTo(once);
    }

    @Test
    void aCoreThatThrowsFailsItsSeedAndEndsTheRun() throws InterruptedException {
        Subject throwing = new Subject() {
            @Override
            public void apply(InputRecord record, LeaseEngine engine, Arrival at, Effects out) {
                throw new IllegalStateException("planted");
            }
        };
        Seeds seeds = new Seeds(TortureMode.WITHIN_BOUNDS, throwing, FIRST_SEED, READS);
        playAll(seeds);
        SeedRun failed = seeds.failed().orElseThrow();
        assertThat(failed.seed()).isEqualTo(FIRST_SEED);
        assertThat(failed.broken().get(0).toString())
                .startsWith("NoException: java.lang.IllegalStateException: planted, at ");
    }

    @Test
    void aRunWhoseCoreAllowsNextToNothingIsSeen() {
        Subject fearful = new Subject() {
            @Override
            public LeaseEngine engine(String holder, Settings s, boolean journaling) {
                return new LeaseEngine(holder, new Settings(3_600_000_000_000L, s.driftPpm(), true, true), journaling);
            }
        };
        long answers = 0;
        long readable = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 40; seed++) {
            SeedRun run = SeedRun.play(seed, TortureMode.OUTSIDE_BOUNDS, fearful);
            answers += run.answers();
            readable += run.readable();
        }
        assertThat(Seeds.areTooFew(readable, answers))
                .as("%d READABLE of %d", readable, answers)
                .isTrue();
    }

    private static void playAll(Seeds seeds) throws InterruptedException {
        Thread other = new Thread(seeds::play);
        other.start();
        seeds.play();
        other.join();
        assertThat(seeds.isOver()).as("no thread has failed").isTrue();
    }

    private static String brokenBy(TortureMode mode, long reads) throws InterruptedException {
        Seeds seeds = new Seeds(mode, Subject.REAL, FIRST_SEED, reads);
        playAll(seeds);
        assertThat(seeds.declinesTooMuch())
                .as("READABLE are %.3f of the answers", seeds.readableShare())
                .isFalse();
        return seeds.failed()
                .map(run -> "seed " + run.seed() + ", " + mode.option() + ": "
                        + run.broken().get(0))
                .orElse("");
    }
}
