package dev.kvlease.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The core and the model say the same about random histories. {@code -Dkvlease.seeds=N} runs N histories instead of a
 * few, {@code -Dkvlease.seed=S} starts at another seed.
 */
class CoreAgainstModelTest {
    private static final int RECORDS = 200;
    private static final long FIRST = Long.getLong("kvlease.seed", 1_000);
    private static final int SEEDS = Integer.getInteger("kvlease.seeds", 500);

    @Test
    void coreAgreesOnEveryAnswer() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            agree(seed, RandomRecords.settings(seed), RandomRecords.of(seed, RECORDS));
        }
    }

    @Test
    void coreAgreesBeyondTheLimitOfMissingRanges() {
        for (long seed = FIRST; seed < FIRST + 2; seed++) {
            agree(seed, PlainSettings.DEFAULT, RandomGaps.of(seed));
        }
    }

    /** Plainly, and when the engine is restored from what it stored again and again. */
    private static void agree(long seed, PlainSettings settings, List<PlainRecord.Stamped> records) {
        for (int restoreEvery : List.of(0, 1 + (int) (seed % 13))) {
            Comparison.Sides sides = new Comparison.Sides(
                    () -> Answers.ofModel(settings), () -> CoreAnswers.ofRestoredCore(settings, restoreEvery));
            assertThat(Comparison.report(seed, records, sides))
                    .as("%s, restored after every %d records (0: never)", settings, restoreEvery)
                    .isEmpty();
        }
    }
}
