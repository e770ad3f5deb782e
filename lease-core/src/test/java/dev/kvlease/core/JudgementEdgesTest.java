package dev.kvlease.core;

import static dev.kvlease.core.Scene.BEGIN;
import static dev.kvlease.core.Scene.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.LeaseEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** "Audit": what a completed read ran into, on both sides of each edge, and how it is told. */
class JudgementEdgesTest {
    private static final long EXPIRY = BEGIN + 100 * SECOND;
    private static final long END = BEGIN + 20 * SECOND;

    /** A lease whose clock is known exactly where reads end in these scenes. */
    private static Scene leased() {
        return new Scene().start("a", BEGIN).allocate(1, BEGIN, "q", EXPIRY, 7).sample(END);
    }

    private static Scene leasedUntilEnd() {
        return new Scene().start("a", BEGIN).sample(END).allocate(1, BEGIN, "q", END, 7);
    }

    private static Scene completed(Scene scene, long finishedNs) {
        return scene.outcome("q", "x", ReadStatus.COMPLETED, finishedNs);
    }

    /** Of one violation: its type and certainty. */
    private static String found(Scene scene) {
        assertThat(scene.violations).hasSizeLessThan(2);
        return scene.violations.isEmpty()
                ? "nothing"
                : scene.violations.get(0).type() + " " + scene.violations.get(0).certainty();
    }

    /** What is found of a read once the watermark is beyond its end. */
    private static String judged(Scene scene, long finishedNs) {
        completed(scene, finishedNs);
        scene.heartbeat(scene.engine().facts().highestSeq() + 1, EXPIRY);
        return found(scene);
    }

    @Test
    void aReadThatEndsWhenItsLeaseEndsIsLate() {
        assertThat(judged(leased().release(2, END, "q", ""), END)).isEqualTo("READ_AFTER_RELEASE CERTAIN");
        assertThat(judged(leased().release(2, END + 1, "q", ""), END)).isEqualTo("nothing");
        assertThat(judged(leased().expire(2, END, "q"), END)).isEqualTo("READ_AFTER_EXPIRY CERTAIN");
        assertThat(judged(leased().expire(2, END + 1, "q"), END)).isEqualTo("nothing");
    }

    @Test
    void theDeadlineEndsALeaseToo() {
        assertThat(judged(leasedUntilEnd(), END)).isEqualTo("READ_AFTER_EXPIRY CERTAIN");
        assertThat(judged(new Scene().start("a", BEGIN).sample(END).allocate(1, BEGIN, "q", END + 1, 7), END))
                .isEqualTo("nothing");
        assertThat(judged(new Scene().start("a", BEGIN).sample(END).allocate(1, BEGIN, "q", Absent.LONG, 7), END))
                .isEqualTo("nothing");
    }

    @Test
    void theNextAllocationOfTheRequestAndAReuseEndIt() {
        assertThat(judged(leased().allocate(2, END, "q", EXPIRY, 9), END)).isEqualTo("nothing");
        Scene replaced = leased();
        named(replaced, 1, "x");
        replaced.allocate(2, END, "q", EXPIRY, 9).heartbeat(3, EXPIRY);
        assertThat(found(replaced)).isEqualTo("READ_AFTER_RELEASE CERTAIN");

        Scene reused =
                completed(leased(), END).allocate(2, END, "thief", EXPIRY, 7).heartbeat(3, EXPIRY);
        assertThat(reused.violations)
                .extracting(Violation::type)
                .containsExactly(ViolationType.DOUBLE_ALLOCATION, ViolationType.READ_AFTER_REUSE);
        assertThat(reused.violations).extracting(Violation::by).containsOnly("thief");
        assertThat(reused.violations.get(1).leaseEndNs()).isEqualTo(END);
    }

    /** Completes a read that names its lease. */
    private static void named(Scene scene, long leaseSeq, String read) {
        scene.engine()
                .apply(
                        new ReadOutcome("r", "p", "h", "a", "q", read, leaseSeq, ReadStatus.COMPLETED, END - 1, END),
                        new Arrival(50, 50, new AsOf(3, 50, 10, 20, 30)),
                        scene);
    }

    @Test
    void atEqualTimesAnExplicitEndCountsBeforeAReuseThatBeforeAReplacementThatBeforeTheDeadline() {
        Scene all = leasedUntilEnd();
        named(all, 1, "x");
        all.release(2, END, "q", "").allocate(3, END, "q", EXPIRY, 8).heartbeat(4, EXPIRY);
        assertThat(found(all)).isEqualTo("READ_AFTER_RELEASE CERTAIN");

        Scene reuse = new Scene().start("a", BEGIN).sample(END).allocate(1, BEGIN, "q", END + 1, 7);
        named(reuse, 1, "x");
        reuse.allocate(2, END, "thief", EXPIRY, 7)
                .allocate(3, END, "q", EXPIRY, 8)
                .heartbeat(4, EXPIRY);
        assertThat(reuse.violations.get(1).type()).isEqualTo(ViolationType.READ_AFTER_REUSE);

        Scene replacement = leasedUntilEnd();
        named(replacement, 1, "x");
        replacement.allocate(2, END, "q", EXPIRY, 8).heartbeat(3, EXPIRY);
        assertThat(found(replacement)).isEqualTo("READ_AFTER_RELEASE CERTAIN");
    }

    @Test
    void whatTheClockLeavesOpenIsPossible() {
        for (long inside : new long[] {-1_000, 1_000}) {
            Scene scene = new Scene().start("a", BEGIN).allocate(1, BEGIN, "q", EXPIRY, 7);
            scene.sample("r", "p", "a", END - 1_000, END, END + 1_000); // [-1,001; 1,001] around END
            completed(scene, END + 1_000)
                    .release(2, END + 1_000 + inside, "q", "")
                    .heartbeat(3, EXPIRY);
            assertThat(found(scene)).isEqualTo("READ_AFTER_RELEASE POSSIBLE");
        }
    }

    @Test
    void theReadersOwnNoticeMakesOnlyACertainReadLate() {
        Scene open = new Scene().start("a", BEGIN).allocate(1, BEGIN, "q", EXPIRY, 7);
        open.sample("r", "p", "a", END - 1_000, END, END + 1_000);
        completed(open, END + 1_000)
                .release(2, END + 1_000, "q", LeaseEvent.READ_COMPLETED)
                .heartbeat(3, EXPIRY);
        assertThat(found(open)).isEqualTo("nothing");

        assertThat(judged(leased().release(2, END - 1, "q", LeaseEvent.READ_COMPLETED), END))
                .isEqualTo("READ_AFTER_RELEASE CERTAIN");
    }

    @Test
    void aReadIsJudgedOnceTheWatermarkHasReachedItsEnd() {
        Scene scene = completed(leasedUntilEnd(), END).heartbeat(2, END - 1);
        assertThat(scene.violations).isEmpty();
        assertThat(scene.engine().facts().waitingReads()).isEqualTo(1);

        scene.heartbeat(3, END);
        assertThat(scene.violations).hasSize(1);
        assertThat(scene.notes).contains(Note.JUDGED_VIOLATION);
        assertThat(scene.engine().facts().waitingReads()).isZero();
    }

    @Test
    void whileAnEventIsMissingItWaitsForTheHorizon() {
        Scene scene = completed(leasedUntilEnd(), END).heartbeat(3, END + Constants.HORIZON_NS - 1);
        assertThat(scene.violations).isEmpty();

        scene.heartbeat(4, END + Constants.HORIZON_NS);
        assertThat(scene.violations).singleElement().matches(Violation::incompleteEvidence);
        assertThat(scene.notes).contains(Note.JUDGED_ON_INCOMPLETE_EVIDENCE);
    }

    @Test
    void aReadOfALeaseThatNobodyKnowsIsUnleased() {
        Scene scene = new Scene().start("a", BEGIN).sample(END);
        completed(scene, END).heartbeat(1, END);

        assertThat(found(scene)).isEqualTo("UNLEASED_READ POSSIBLE");
        assertThat(scene.violations.get(0).leaseEndNs()).isEqualTo(Absent.LONG);
    }

    @Test
    void aReadThatHadNotSurelyEndedWhenItsLifeDidReadAcrossTheRestart() {
        assertThat(found(completed(leased().heartbeat(2, END - 1), END).start("b", BEGIN)))
                .isEqualTo("READ_ACROSS_RESTART POSSIBLE");
        assertThat(found(completed(leased().heartbeat(2, END), END).start("b", BEGIN)))
                .isEqualTo("nothing");
        assertThat(found(completed(leased().start("b", BEGIN), END))).isEqualTo("READ_ACROSS_RESTART POSSIBLE");
        Scene declined = leased().start("b", BEGIN).outcome("q", "x", ReadStatus.DECLINED, END);
        assertThat(found(declined)).isEqualTo("nothing");
        assertThat(declined.notes).contains(Note.OUTCOME_IGNORED);
    }

    @Test
    void anOutcomeThatComesAgainIsCountedAndNothingElse() {
        Scene scene =
                completed(completed(leased().release(2, END, "q", ""), END).heartbeat(3, EXPIRY), END);
        assertThat(scene.violations).hasSize(1);
        assertThat(scene.notes).contains(Note.OUTCOME_REPEATED);

        scene.start("b", BEGIN);
        completed(scene.restore(), END);
        assertThat(scene.violations).as("of a former life, too").hasSize(1);
    }

    @Test
    void aFormerReadIsRememberedForTheHorizonOfTheNewLife() {
        for (boolean still : new boolean[] {true, false}) {
            Scene scene = completed(leased().release(2, END, "q", ""), END).heartbeat(3, EXPIRY);
            scene.start("b", BEGIN).heartbeat("b", 1, BEGIN + Constants.HORIZON_NS + (still ? 0 : 1));
            completed(scene.restore(), END);
            assertThat(scene.violations).hasSize(still ? 1 : 2);
        }
    }

    @Test
    void anOutcomeOfALifeThatHasNotStartedIsOnlyCounted() {
        Scene scene = leased().outcome("r", "b", "q", "x", ReadStatus.COMPLETED, END);
        assertThat(scene.notes).contains(Note.OUTCOME_OF_UNKNOWN_LIFE);

        Scene untracked = new Scene().sample(END).outcome("q", "x", ReadStatus.COMPLETED, END);
        assertThat(untracked.notes).contains(Note.NOT_JUDGEABLE_UNTRACKED);
        untracked.outcome("q", "y", ReadStatus.FAILED, END);
        assertThat(untracked.notes).hasSize(1);
    }

    @Test
    void withoutAClockNothingCanBeJudged() {
        Scene scene = new Scene().start("a", BEGIN).allocate(1, BEGIN, "q", EXPIRY, 7);
        completed(scene, END);
        assertThat(scene.notes).containsOnly(Note.NOT_JUDGEABLE_CLOCK_UNKNOWN);

        Scene ofAnotherLife = leased().sample("r", "p2", "a", END, END, END);
        completed(ofAnotherLife, END);
        assertThat(ofAnotherLife.notes).containsOnly(Note.NOT_JUDGEABLE_CLOCK_UNKNOWN);
    }

    @Test
    void aViolationTellsEverythingThatItRestsOnAndIsToldAgainAsItWas() {
        Scene scene = new Scene().start("a", BEGIN).allocate(1, BEGIN, "q", EXPIRY, 7);
        scene.sample("r", "p", "a", END - 1_000, END, END + 1_000);
        scene.outcome("q", "x|y", ReadStatus.COMPLETED, END + 1_000).release(2, END - 5_000, "q", "");
        scene.heartbeat(3, EXPIRY);

        Violation told = scene.violations.get(0);
        assertThat(told)
                .isEqualTo(new Violation(
                        "READ_AFTER_RELEASE|h|a|q|1|r|x%7Cy",
                        ViolationType.READ_AFTER_RELEASE,
                        Certainty.CERTAIN,
                        "h",
                        "a",
                        "r",
                        "p",
                        "q",
                        "x|y",
                        1,
                        "",
                        END - 5_000,
                        END + 999,
                        END + 1_000,
                        END - 1,
                        END + 2_001,
                        EXPIRY,
                        false,
                        new AsOf(3, 6, 10, 20, 30)));
        assertThat(scene.restoreAndRepeat().violations).isEqualTo(List.of(told));
    }

    @Test
    void whatIsToldOfARestartAndOfAReuseIsToldAgainAsItWas() {
        Scene restart = completed(leased(), END).start("b", BEGIN);
        Violation across = restart.violations.get(0);
        assertThat(across.id()).isEqualTo("READ_ACROSS_RESTART|h|a|q|1|r|x");
        assertThat(across.holderLife()).isEqualTo("a");
        assertThat(restart.restoreAndRepeat().violations).isEqualTo(List.of(across));

        Scene late = completed(leased().start("b", BEGIN), END);
        assertThat(late.violations)
                .containsExactly(new Violation(
                        "READ_ACROSS_RESTART|h|a|q||r|x",
                        ViolationType.READ_ACROSS_RESTART,
                        Certainty.POSSIBLE,
                        "h",
                        "a",
                        "r",
                        "p",
                        "q",
                        "x",
                        Absent.LONG,
                        "",
                        Absent.LONG,
                        END - 1,
                        END,
                        Absent.LONG,
                        Absent.LONG,
                        BEGIN,
                        true,
                        new AsOf(3, 5, 10, 20, 30)));
        assertThat(List.copyOf(late.violations)).isEqualTo(late.restoreAndRepeat().violations);

        Scene reused = leased().allocate(2, END, "thief", EXPIRY, 7);
        assertThat(reused.violations)
                .containsExactly(new Violation(
                        "DOUBLE_ALLOCATION|h|a|q|1||",
                        ViolationType.DOUBLE_ALLOCATION,
                        Certainty.CERTAIN,
                        "h",
                        "a",
                        "",
                        "",
                        "q",
                        "",
                        1,
                        "thief",
                        END,
                        Absent.LONG,
                        Absent.LONG,
                        Absent.LONG,
                        Absent.LONG,
                        END,
                        false,
                        new AsOf(3, 4, 10, 20, 30)));
        assertThat(List.copyOf(reused.violations)).isEqualTo(reused.restoreAndRepeat().violations);
    }
}
