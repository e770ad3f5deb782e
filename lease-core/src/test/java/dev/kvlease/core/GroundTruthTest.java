package dev.kvlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.fleet.truth.TruthTotals;
import dev.kvlease.model.Answers;
import dev.kvlease.model.CoreAnswers;
import dev.kvlease.model.PlainAnswer;
import dev.kvlease.model.PlainSettings;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Verdicts and violations against what really happened in thousands of short histories. {@code
 * -Dkvlease.truth.histories=N} and {@code -Dkvlease.truth.seed=S} choose how many, and where they begin.
 */
class GroundTruthTest {
    private static final long FIRST_SEED = Long.getLong("kvlease.truth.seed", 1);
    private static final int HISTORIES = Integer.getInteger("kvlease.truth.histories", 1000);

    private static final Supplier<Answers> JUDGE = Boolean.getBoolean("kvlease.truth.model")
            ? () -> Answers.ofModel(PlainSettings.DEFAULT)
            : () -> CoreAnswers.ofCore(PlainSettings.DEFAULT);

    @Test
    void noReadableIsUnsafeAndNoCertaintyIsFalse() {
        TruthTotals totals = new TruthTotals();
        seeds().forEach(seed -> {
            TruthRun run = new TruthRun(ShortHistories.troubled(seed, ReaderPolicy.GATED), seed, JUDGE.get());
            run.play().check().report();
            run.truths().forEach(totals::read);
        });
        assertThat(totals.completed()).isGreaterThan(totals.reads() / 5);
        assertThat(totals.foreignUsed()).isLessThan(totals.foreignWithoutGate() / 20);
    }

    @Test
    void onAPerfectNetworkNothingForeignIsEverUsed() {
        TruthTotals totals = new TruthTotals();
        seeds().forEach(seed -> {
            TruthRun run = new TruthRun(ShortHistories.onAPerfectNetwork(seed, ReaderPolicy.GATED), seed, JUDGE.get());
            run.play().check().report();
            run.truths().forEach(totals::read);
        });
        assertThat(totals.foreignWithoutGate()).isGreaterThan(HISTORIES);
        assertThat(totals.unsafeUsed()).isZero();
    }

    @Test
    void whatIsCertainIsTrueAlsoWhenReadersObeyNobody() {
        long certain = seeds().map(seed -> {
                    TruthRun run = new TruthRun(ShortHistories.troubled(seed, ReaderPolicy.UNGATED), seed, JUDGE.get());
                    run.play().check().report();
                    return run.violations().stream()
                            .map(PlainAnswer.Violation::certainty)
                            .filter("CERTAIN"::equals)
                            .count();
                })
                .sum();
        assertThat(certain).isGreaterThan(HISTORIES);
    }

    @Test
    void everyForeignReadIsFoundWhenEveryRecordArrives() {
        long foreign = seeds().map(seed -> {
                    TruthRun run = new TruthRun(
                            ShortHistories.onAPerfectNetwork(seed, ReaderPolicy.UNGATED), seed, JUDGE.get());
                    run.play().check().checkAllFound().report();
                    return run.truths().stream()
                            .filter(ReadTruth::usedForeignBytes)
                            .count();
                })
                .sum();
        assertThat(foreign).isGreaterThan(HISTORIES);
    }

    private static LongStream seeds() {
        return LongStream.range(FIRST_SEED, FIRST_SEED + HISTORIES);
    }
}
