package dev.kvlease.core;

import static dev.kvlease.core.Scene.BEGIN;
import static dev.kvlease.core.Scene.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Verdict;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rows of the decision table that compare numbers, on both sides of each edge. */
class DecisionEdgesTest {
    private static final long MARGIN = Constants.SAFETY_MARGIN_NS;
    /** A lease of 1,000 s, known by one exact sample at its begin: 100 ppm of it are 100 ms. */
    private static final long EXPIRY = BEGIN + 1_000 * SECOND;

    private static final long DEADLINE = EXPIRY - SECOND / 10;

    private static Scene leased(long expiryNs) {
        return new Scene()
                .start("a", BEGIN)
                .allocate(1, BEGIN, "q", expiryNs, 7)
                .sample(BEGIN);
    }

    private static Scene leasedAndHeard(long watermarkNs) {
        return leased(EXPIRY).heartbeat(2, watermarkNs);
    }

    private static ReadIntent untracked(long nowNs, long expiryNs) {
        return new ReadIntent("r", "p", "h", Optional.empty(), "q", "x", new int[0][], 1, nowNs, expiryNs);
    }

    @Test
    void v17AndV18ByTheReadersTime() {
        Scene scene = leasedAndHeard(DEADLINE - 6 * SECOND);

        assertThat(scene.ask("q", "x", DEADLINE - MARGIN - 1).reason()).isEqualTo(Reason.WITHIN_LEASE);
        assertThat(scene.ask("q", "x", DEADLINE - MARGIN).reason()).isEqualTo(Reason.WITHIN_SAFETY_MARGIN);
        assertThat(scene.ask("q", "x", DEADLINE - 1).reason()).isEqualTo(Reason.WITHIN_SAFETY_MARGIN);
        assertThat(scene.ask("q", "x", DEADLINE).reason()).isEqualTo(Reason.DEADLINE_PASSED);
    }

    @Test
    void v17AndV18ByTheHoldersOwnWatermark() {
        assertThat(leasedAndHeard(EXPIRY - MARGIN - 1).ask("q", "x", BEGIN).reason())
                .isEqualTo(Reason.WITHIN_LEASE);
        assertThat(leasedAndHeard(EXPIRY - MARGIN).ask("q", "x", BEGIN).reason())
                .isEqualTo(Reason.WITHIN_SAFETY_MARGIN);
        assertThat(leasedAndHeard(EXPIRY - 1).ask("q", "x", BEGIN).reason()).isEqualTo(Reason.WITHIN_SAFETY_MARGIN);
        assertThat(leasedAndHeard(EXPIRY).ask("q", "x", BEGIN).reason()).isEqualTo(Reason.DEADLINE_PASSED);
    }

    @Test
    void v17AndV18OfAnUntrackedHolderKnowNoWatermark() {
        Scene scene = new Scene().sample(BEGIN);

        Verdict within = scene.ask(untracked(DEADLINE - MARGIN - 1, EXPIRY));
        assertThat(within.reason()).isEqualTo(Reason.WITHIN_LEASE);
        assertThat(within.deadlineNs()).isEqualTo(DEADLINE);
        assertThat(within.readableUntilNs()).isEqualTo(DEADLINE - MARGIN);
        assertThat(scene.ask(untracked(DEADLINE - MARGIN, EXPIRY)).reason()).isEqualTo(Reason.WITHIN_SAFETY_MARGIN);
        assertThat(scene.ask(untracked(DEADLINE, EXPIRY)).reason()).isEqualTo(Reason.DEADLINE_PASSED);
    }

    @Test
    void theTimesAreGivenFromV17On() {
        long heardUntilNs = BEGIN + 10 * SECOND + SECOND / 1_000; // 100 ppm of 10 s
        Scene scene = leased(EXPIRY);

        Verdict soon = scene.ask("q", "x", BEGIN);
        assertThat(soon.deadlineNs()).isEqualTo(DEADLINE);
        assertThat(soon.readableUntilNs())
                .as("until the holder counts as silent")
                .isEqualTo(heardUntilNs);
        scene.heartbeat(2, DEADLINE - 10 * SECOND);
        Verdict late = scene.ask("q", "x", DEADLINE - 8 * SECOND);
        assertThat(late.readableUntilNs()).as("until the margin").isEqualTo(DEADLINE - MARGIN);
    }

    @Test
    void v15AHolderIsSilentTenSecondsAfterItWasSurelyHeard() {
        long heardUntilNs = BEGIN + 10 * SECOND + SECOND / 1_000;
        Scene scene = leased(EXPIRY);

        assertThat(scene.ask("q", "x", heardUntilNs).reason()).isEqualTo(Reason.WITHIN_LEASE);
        Verdict silent = scene.ask("q", "x", heardUntilNs + 1);
        assertThat(silent.reason()).isEqualTo(Reason.HOLDER_SILENT);
        assertThat(silent.provisional()).isTrue();
        assertThat(silent.deadlineNs()).isEqualTo(Absent.LONG);
    }

    @Test
    void v16WithoutADeadlineOnlySilenceBoundsTheRead() {
        Verdict verdict = leased(Absent.LONG).ask("q", "x", BEGIN);

        assertThat(verdict.reason()).isEqualTo(Reason.NO_DEADLINE);
        assertThat(verdict.status()).isEqualTo(Status.READABLE);
        assertThat(verdict.readableUntilNs()).isEqualTo(BEGIN + 10 * SECOND + SECOND / 1_000);
        assertThat(verdict.deadlineNs()).isEqualTo(Absent.LONG);
    }

    @Test
    void nowIsTheLaterOfTheReadersTimeAndTheReferenceOfTheClock() {
        Scene scene = leasedAndHeard(DEADLINE - 6 * SECOND).sample(DEADLINE - MARGIN);

        assertThat(scene.ask("q", "x", BEGIN).evidence().nowNs()).isEqualTo(DEADLINE - MARGIN);
        assertThat(scene.ask("q", "x", Absent.LONG).evidence().nowNs()).isEqualTo(DEADLINE - MARGIN);
        assertThat(scene.ask("q", "x", DEADLINE).evidence().nowNs()).isEqualTo(DEADLINE);
    }

    @Test
    void v14ADeadlineMoreThanADayAheadIsImplausible() {
        long dayNs = Constants.LEAP_NS;
        Scene scene = new Scene().sample(BEGIN);

        assertThat(scene.ask(untracked(BEGIN, BEGIN + dayNs)).reason()).isEqualTo(Reason.WITHIN_LEASE);
        assertThat(scene.ask(untracked(BEGIN, BEGIN + dayNs + 1)).reason()).isEqualTo(Reason.DEADLINE_IMPLAUSIBLE);
        assertThat(scene.ask(untracked(Absent.LONG, BEGIN + 2 * dayNs)).reason())
                .as("who has no clock cannot say so")
                .isEqualTo(Reason.WITHIN_LEASE);
        long driftNs = 100_000; // of a second
        assertThat(scene.ask(untracked(BEGIN + SECOND, BEGIN + SECOND + driftNs + dayNs))
                        .reason())
                .isEqualTo(Reason.WITHIN_LEASE);
        assertThat(scene.ask(untracked(BEGIN + SECOND, BEGIN + SECOND + driftNs + dayNs + 1))
                        .reason())
                .isEqualTo(Reason.DEADLINE_IMPLAUSIBLE);
    }

    @Test
    void v2AndV12AreTheOperatorsToTurn() {
        long marginNs = Constants.SAFETY_MARGIN_NS;
        Settings strict = new Settings(marginNs, Constants.DRIFT_PPM, true, false);
        Settings deadlines = new Settings(marginNs, Constants.DRIFT_PPM, false, true);

        Verdict lenient = new Scene().ask(untracked(BEGIN, Absent.LONG));
        assertThat(lenient.status()).isEqualTo(Status.READABLE);
        assertThat(lenient.reason()).isEqualTo(Reason.NO_DEADLINE);
        assertThat(lenient.provisional()).isFalse();
        assertThat(new Scene(deadlines).ask(untracked(BEGIN, Absent.LONG)).status())
                .isEqualTo(Status.EXPIRED);
        Verdict untracked = new Scene(strict).sample(BEGIN).ask(untracked(BEGIN, BEGIN + 100 * SECOND));
        assertThat(untracked.reason()).isEqualTo(Reason.HOLDER_UNTRACKED);
        assertThat(untracked.provisional()).isTrue();
    }

    @Test
    void v8AnIntentSpeaksOfTheLeaseWithinAMillisecondOfItsFirstExpiry() {
        long milli = 1_000_000;
        Scene scene = leased(EXPIRY).extend(2, BEGIN, "q", EXPIRY + 100 * SECOND);

        for (long apartNs : new long[] {-milli, 0, milli}) {
            assertThat(scene.ask(untracked(BEGIN, EXPIRY + apartNs)).reason()).isEqualTo(Reason.WITHIN_LEASE);
        }
        for (long apartNs : new long[] {-milli - 1, milli + 1, 100 * SECOND}) {
            assertThat(scene.ask(untracked(BEGIN, EXPIRY + apartNs)).reason()).isEqualTo(Reason.LEASE_CHANGED);
        }
        assertThat(leased(Absent.LONG).ask(untracked(BEGIN, EXPIRY)).reason()).isEqualTo(Reason.LEASE_CHANGED);
    }

    private static Reason asking(Scene scene, int[]... blocks) {
        return scene.ask(new ReadIntent("r", "p", "h", Optional.empty(), "q", "x", blocks, 1, BEGIN, Absent.LONG))
                .reason();
    }

    @Test
    void v9EveryBlockButTheNullBlockMustBeLeased() {
        for (int count : new int[] {3, 64, 65, 200}) {
            int[] leased = IntStream.rangeClosed(1, count).map(i -> i * 2).toArray();
            Scene scene = new Scene()
                    .start("a", BEGIN)
                    .allocate(1, BEGIN, "q", EXPIRY, leased)
                    .sample(BEGIN);

            assertThat(asking(scene, leased)).isEqualTo(Reason.WITHIN_LEASE);
            assertThat(asking(scene, new int[] {0, 2, 0}, new int[] {count * 2}))
                    .isEqualTo(Reason.WITHIN_LEASE);
            assertThat(asking(scene, new int[] {2}, new int[] {3})).isEqualTo(Reason.BLOCKS_NOT_LEASED);
            assertThat(asking(scene, new int[] {count * 2 + 2})).isEqualTo(Reason.BLOCKS_NOT_LEASED);
        }
    }

    @Test
    void v13TheClockMustBeOfTheLivesInQuestion() {
        Scene scene = leased(EXPIRY);
        Optional<String> named = Optional.of("a");

        assertThat(scene.ask(new ReadIntent("r", "p", "h", named, "q", "x", new int[0][], 1, BEGIN, Absent.LONG))
                        .reason())
                .isEqualTo(Reason.WITHIN_LEASE);
        assertThat(scene.ask(new ReadIntent("r", "p2", "h", named, "q", "y", new int[0][], 1, BEGIN, Absent.LONG))
                        .reason())
                .isEqualTo(Reason.CLOCK_UNKNOWN);
        assertThat(scene.ask("other", "q", "z", BEGIN).reason()).isEqualTo(Reason.CLOCK_UNKNOWN);
        ReadIntent ofAnother =
                new ReadIntent("r", "p", "h", Optional.of("b"), "q", "x", new int[0][], 1, BEGIN, BEGIN + 100 * SECOND);
        assertThat(new Scene().sample(BEGIN).ask(ofAnother).reason()).isEqualTo(Reason.CLOCK_UNKNOWN);
    }

    @Test
    void v1NothingToReadIsReadableWhateverIsKnown() {
        Verdict verdict = new Scene()
                .ask(new ReadIntent("r", "p", "h", Optional.of("x"), "q", "x", new int[0][], 0, BEGIN, Absent.LONG));

        assertThat(verdict.reason()).isEqualTo(Reason.FULL_PREFIX_HIT);
        assertThat(verdict.status()).isEqualTo(Status.READABLE);
    }
}
