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
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Verdicts and violations against what really happened in thousands of short histories. {@code
 * -Dkvlease.truth.histories=N} and {@code -Dkvlease.truth.seed=S} choose how many, and where they begin.
 */
class GroundTruthTest {
    private static final long FIRST_SEED = Long.getLong("kvlease.truth.seed", 1);
    private static final int HISTORIES = Integer.getInteger("kvlease.truth.histories", 500);

    /** An answer that nobody heeds. */
    private static final PlainAnswer NOTHING = new PlainAnswer.Offset("", "", "", 0, 0, 0, 0, 0, false, 0, 0);

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
    void deadlinesHoldForHoldersThatSendNoLeaseEvents() {
        TruthTotals totals = new TruthTotals();
        seeds().forEach(seed -> {
            TruthRun run = new TruthRun(ShortHistories.troubled(seed, ReaderPolicy.GATED), seed, JUDGE.get());
            run.untracked().play().check().report();
            run.truths().forEach(totals::read);
        });
        assertThat(totals.completed()).isGreaterThan(totals.reads() / 5);
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

    @Test
    void theModelSaysTheSameOfEveryRecord() {
        seeds().limit(HISTORIES / 10)
                .forEach(seed -> assertAgreement(
                        seed, CoreAnswers.ofCore(PlainSettings.DEFAULT), Answers.ofModel(PlainSettings.DEFAULT)));
    }

    @Test
    void anEngineRestoredFromItsStateSaysTheSameOfEveryRecord() {
        seeds().limit(HISTORIES / 4)
                .forEach(seed -> assertAgreement(
                        seed,
                        CoreAnswers.ofCore(PlainSettings.DEFAULT),
                        CoreAnswers.ofRestoredCore(PlainSettings.DEFAULT, 1 + (int) (seed % 17))));
    }

    @Test
    void judgesThatLieAreCaught() {
        assertThat(caught(ReaderPolicy.GATED, GroundTruthTest::withALaterDeadline))
                .as("withALaterDeadline")
                .isTrue();
        assertThat(caught(ReaderPolicy.GATED, GroundTruthTest::withoutRevocations))
                .as("withoutRevocations")
                .isTrue();
        assertThat(caught(ReaderPolicy.UNGATED, GroundTruthTest::withCertainty))
                .as("withCertainty")
                .isTrue();
        assertThat(caught(ReaderPolicy.UNGATED, GroundTruthTest::withoutViolations))
                .as("withoutViolations")
                .isTrue();
    }

    /** Tells whether a judge whose answers are changed on the way is found out within some histories. */
    private static boolean caught(ReaderPolicy policy, UnaryOperator<PlainAnswer> lie) {
        return seeds().limit(200).anyMatch(seed -> {
            Answers honest = JUDGE.get();
            Answers liar = record -> honest.apply(record).stream().map(lie).toList();
            TruthRun run = new TruthRun(ShortHistories.onAPerfectNetwork(seed, policy), seed, liar);
            return run.play().check().checkAllFound().hasFaults();
        });
    }

    private static PlainAnswer withALaterDeadline(PlainAnswer answer) {
        if (!(answer instanceof PlainAnswer.Verdict v) || v.deadlineNs() == null) {
            return answer;
        }
        long laterNs = 20_000_000;
        return new PlainAnswer.Verdict(
                v.reader(),
                v.readerLife(),
                v.request(),
                v.read(),
                v.leaseSeq(),
                v.status(),
                v.reason(),
                v.trigger(),
                v.provisional(),
                v.readableUntilNs(),
                v.deadlineNs() + laterNs,
                v.rule());
    }

    private static PlainAnswer withoutRevocations(PlainAnswer answer) {
        boolean revocation = answer instanceof PlainAnswer.Verdict v && v.rule().equals("REVOCATION");
        return revocation ? NOTHING : answer;
    }

    private static PlainAnswer withoutViolations(PlainAnswer answer) {
        return answer instanceof PlainAnswer.Violation ? NOTHING : answer;
    }

    private static PlainAnswer withCertainty(PlainAnswer answer) {
        if (!(answer instanceof PlainAnswer.Violation v)) {
            return answer;
        }
        return new PlainAnswer.Violation(
                v.type(), "CERTAIN", v.request(), v.leaseSeq(), v.reader(), v.read(), v.by(), v.incompleteEvidence());
    }

    private static void assertAgreement(long seed, Answers one, Answers other) {
        AgreeingAnswers both = new AgreeingAnswers(one, other);
        ReaderPolicy policy = seed % 3 == 0 ? ReaderPolicy.UNGATED : ReaderPolicy.GATED;
        TruthRun run = new TruthRun(ShortHistories.brief(seed, policy), seed, both).play();
        both.disagreements().stream().limit(1).forEach(run::fault);
        run.report();
    }

    private static LongStream seeds() {
        return LongStream.range(FIRST_SEED, FIRST_SEED + HISTORIES);
    }
}
