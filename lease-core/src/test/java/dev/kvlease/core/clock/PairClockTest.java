package dev.kvlease.core.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.core.clock.PairClock.HolderLife;
import dev.kvlease.core.clock.PairClock.Taken;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.common.LifeMemory;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import org.junit.jupiter.api.Test;

/** "Clock of a pair", rule by rule and to the nanosecond. */
class PairClockTest {
    private static final long SECOND = Constants.SECOND_NS;
    private static final Drift DRIFT = new Drift(Constants.DRIFT_PPM);
    /** What both clocks read when a history begins. */
    private static final long BEGIN = 1_000 * SECOND;

    private final PairClock clock = new PairClock("r");
    private long samples;

    private Taken take(PairClock to, String readerLife, String holderLife, HolderLife life, long... times) {
        HandshakeSample sample = new HandshakeSample("r", readerLife, "h", holderLife, 0, times[0], times[1], times[2]);
        return to.take(sample, life, DRIFT, samples++);
    }

    private Taken take(long sentNs, long remoteNs, long receivedNs) {
        return take(clock, "p", "a", HolderLife.CURRENT, sentNs, remoteNs, receivedNs);
    }

    /** A sample without a round trip: the holder's clock is so much ahead. */
    private Taken instant(long atNs, long aheadNs) {
        return take(atNs, atNs + aheadNs, atNs);
    }

    private static byte[] bytes(PairClock clock) {
        StateWriter out = new StateWriter().startValue();
        clock.write(out);
        return out.toBytes();
    }

    private static PairClock restored(PairClock clock) {
        return PairClock.read("r", StateReader.ofValue(bytes(clock)));
    }

    @Test
    void nothingIsKnownBeforeTheFirstSample() {
        assertThat(clock.isKnown()).isFalse();
        assertThat(clock.hasBounds()).isFalse();
        assertThat(clock.bounds()).isSameAs(PairClock.Bounds.NONE);
        assertThat(clock.toOffset("h")).isEmpty();
        assertThat(clock.holderLife()).isEmpty();
        assertThat(clock.sampleOffset()).isEqualTo(Absent.LONG);
        assertThatThrownBy(clock::refNs)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("reader r");
    }

    @Test
    void theFirstSampleGivesTheMidpointAndTheBounds() {
        samples = 7;

        assertThat(take(BEGIN, BEGIN + 50_000, BEGIN + 20_001)).isEqualTo(Taken.TAKEN);

        long driftNs = 3; // 100 ppm of 20,001 ns, rounded up
        assertThat(clock.toOffset("h"))
                .contains(new ClockOffset(
                        "h",
                        "a",
                        "r",
                        "p",
                        40_000,
                        20_001,
                        29_999 - driftNs,
                        50_000 + driftNs,
                        BEGIN + 20_001,
                        false,
                        1,
                        0));
        assertThat(clock.bounds()).isEqualTo(new PairClock.Bounds(29_996, 50_003, BEGIN + 20_001, 40_000, 20_001));
        assertThat(clock.hasBounds()).isTrue();
        assertThat(clock.sampleOffset()).isEqualTo(7);
    }

    @Test
    void whatIsReadAtATimeFollowsFromTheBounds() {
        take(BEGIN, BEGIN + 50_000, BEGIN + 20_000); // [29,998; 50,002] at BEGIN + 20,000
        long refNs = BEGIN + 20_000;
        long laterNs = refNs + SECOND; // 100 ppm of a second are 100,000 ns

        assertThat(clock.holderMinNs(laterNs, DRIFT)).isEqualTo(laterNs + 29_998 - 100_000);
        assertThat(clock.holderMaxNs(laterNs, DRIFT)).isEqualTo(laterNs + 50_002 + 100_000);
        assertThat(clock.bounds().holderMaxNs(laterNs, DRIFT)).isEqualTo(laterNs + 50_002 + 100_000);
        assertThat(clock.earliestNs(refNs + 50_002 + SECOND, DRIFT)).isEqualTo(refNs + SECOND - 100_000);
        assertThat(clock.latestNs(refNs + 29_998 + SECOND, DRIFT)).isEqualTo(refNs + SECOND + 100_000);
        assertThat(clock.latestNs(refNs + 29_998 - SECOND, DRIFT)).isEqualTo(refNs - SECOND + 100_000);
    }

    @Test
    void aSampleIsALeapFromTheFirstNanosecondBeyondADay() {
        instant(BEGIN, 0);
        PairClock other = restored(clock);
        long dayNs = Constants.LEAP_NS;

        assertThat(take(BEGIN + dayNs, BEGIN + dayNs, BEGIN + dayNs)).isEqualTo(Taken.TAKEN);
        assertThat(take(other, "p", "a", HolderLife.CURRENT, BEGIN + dayNs + 1, 0, BEGIN + dayNs + 1))
                .isEqualTo(Taken.LEAP);
        assertThat(other.refNs()).isEqualTo(BEGIN);
        assertThat(other.sampleOffset()).as("a leap is no evidence").isZero();
        assertThat(other.isKnown()).isTrue();
    }

    @Test
    void aSecondSampleConfirmsALeapIfItFollowsWithinADay() {
        long leapNs = BEGIN + Constants.LEAP_NS + 10;
        long dayLaterNs = leapNs + Constants.LEAP_NS;

        assertThat(secondAfterLeap(leapNs, leapNs, leapNs + 1))
                .as("sent as it came")
                .isNotEqualTo(Taken.LEAP);
        assertThat(secondAfterLeap(leapNs, leapNs - 1, leapNs + 1))
                .as("sent before")
                .isEqualTo(Taken.LEAP);
        assertThat(secondAfterLeap(leapNs, leapNs, leapNs)).as("the same again").isEqualTo(Taken.LEAP);
        assertThat(secondAfterLeap(leapNs, dayLaterNs, dayLaterNs))
                .as("a day later")
                .isNotEqualTo(Taken.LEAP);
        assertThat(secondAfterLeap(leapNs, dayLaterNs, dayLaterNs + 1))
                .as("more")
                .isEqualTo(Taken.LEAP);
    }

    private Taken secondAfterLeap(long leapNs, long sentNs, long receivedNs) {
        PairClock fresh = new PairClock("r");
        take(fresh, "p", "a", HolderLife.CURRENT, BEGIN, BEGIN, BEGIN);
        assertThat(take(fresh, "p", "a", HolderLife.CURRENT, leapNs, leapNs, leapNs))
                .isEqualTo(Taken.LEAP);
        return take(restored(fresh), "p", "a", HolderLife.CURRENT, sentNs, sentNs, receivedNs);
    }

    @Test
    void aSampleThatIsNotRefusedClearsTheLeap() {
        long leapNs = BEGIN + Constants.LEAP_NS + 10;
        instant(BEGIN, 0);
        assertThat(instant(leapNs, 0)).isEqualTo(Taken.LEAP);
        assertThat(instant(BEGIN + 1, 0)).isEqualTo(Taken.TAKEN);

        assertThat(instant(leapNs + 2, 0)).isEqualTo(Taken.LEAP);
    }

    @Test
    void anotherLifeOfTheReaderIsNoLeapHoweverFarAhead() {
        instant(BEGIN, 0);
        long farNs = BEGIN + 3 * Constants.LEAP_NS;

        assertThat(take(clock, "p2", "a", HolderLife.CURRENT, farNs, farNs, farNs))
                .isEqualTo(Taken.TAKEN);
        assertThat(clock.readerLife()).isEqualTo("p2");
        assertThat(clock.refNs()).isEqualTo(farNs);
        assertThat(instant(BEGIN, 0)).as("the former life is over").isEqualTo(Taken.IGNORED);
    }

    @Test
    void anotherLifeOfTheReaderDropsTheStateAndTheAside() {
        instant(BEGIN, 0);
        take(clock, "p", "b", HolderLife.TO_COME, BEGIN, BEGIN, BEGIN);
        assertThat(clock.isKnown()).isFalse();

        take(clock, "p2", "a", HolderLife.CURRENT, BEGIN - 5, BEGIN, BEGIN - 5);

        assertThat(clock.isKnown()).isTrue();
        assertThat(clock.toOffset("h").orElseThrow().samples()).isEqualTo(1);
    }

    @Test
    void aSampleOfASupersededLifeOfTheHolderIsIgnored() {
        assertThat(take(clock, "p", "a", HolderLife.SUPERSEDED, BEGIN, BEGIN, BEGIN))
                .isEqualTo(Taken.IGNORED);
        assertThat(clock.hasBounds()).isFalse();
        assertThat(clock.readerLife()).isEmpty();
    }

    @Test
    void aLifeToComeIsPutAsideUntilTheCurrentOneAnswersLater() {
        instant(BEGIN, 0);
        assertThat(take(clock, "p", "b", HolderLife.TO_COME, BEGIN, BEGIN, BEGIN + 100))
                .isEqualTo(Taken.TAKEN);
        assertThat(clock.isKnown()).isFalse();
        assertThat(clock.toOffset("h").orElseThrow().suspect()).isTrue();

        take(BEGIN + 99, BEGIN + 99, BEGIN + 300);
        assertThat(clock.isKnown())
                .as("sent before the other life's answer came")
                .isFalse();
        take(BEGIN + 100, BEGIN + 100, BEGIN + 300);
        assertThat(clock.isKnown()).as("sent when it had come").isTrue();
    }

    @Test
    void theLastLifeToComeCounts() {
        take(clock, "p", "b", HolderLife.TO_COME, BEGIN, BEGIN + 5, BEGIN);
        take(clock, "p", "c", HolderLife.TO_COME, BEGIN + 1, BEGIN + 9, BEGIN + 1);

        clock.holderLifeStarted("b", new LifeMemory());
        assertThat(clock.hasBounds()).isFalse();
        clock.holderLifeStarted("c", new LifeMemory());
        assertThat(clock.holderLife()).isEqualTo("c");
        assertThat(clock.isKnown()).isTrue();
    }

    @Test
    void whenALifeStartsTheStateOfASupersededOneGoes() {
        instant(BEGIN, 0);
        LifeMemory superseded = new LifeMemory();
        superseded.add("a");

        clock.holderLifeStarted("b", superseded);

        assertThat(clock.hasBounds()).isFalse();
        take(clock, "p", "b", HolderLife.CURRENT, BEGIN - 1, BEGIN, BEGIN - 1);
        assertThat(clock.isKnown()).as("nothing was put aside").isTrue();
    }

    @Test
    void whenALifeStartsTheStateOfOneYetToComeIsPutAside() {
        take(clock, "p", "b", HolderLife.UNTRACKED, BEGIN, BEGIN + 7, BEGIN);

        clock.holderLifeStarted("a", new LifeMemory());
        assertThat(clock.hasBounds()).isFalse();
        clock.holderLifeStarted("b", new LifeMemory());

        assertThat(clock.isKnown()).isTrue();
        assertThat(clock.holderLife()).isEqualTo("b");
        assertThat(clock.bounds().pointNs()).isEqualTo(7);
    }

    @Test
    void theStateOfALifeYetToComeDoesNotReplaceAnAside() {
        take(clock, "p", "b", HolderLife.UNTRACKED, BEGIN, BEGIN, BEGIN);
        take(clock, "p", "c", HolderLife.TO_COME, BEGIN, BEGIN + 3, BEGIN);

        clock.holderLifeStarted("d", new LifeMemory());
        clock.holderLifeStarted("b", new LifeMemory());
        assertThat(clock.hasBounds()).isFalse();
        clock.holderLifeStarted("c", new LifeMemory());
        assertThat(clock.bounds().pointNs()).isEqualTo(3);
    }

    @Test
    void ofAnUntrackedHolderEachOtherLifeSupersedesTheLast() {
        take(clock, "p", "a", HolderLife.UNTRACKED, BEGIN, BEGIN + 5, BEGIN);
        assertThat(take(clock, "p", "a", HolderLife.UNTRACKED, BEGIN + 1, BEGIN + 6, BEGIN + 1))
                .isEqualTo(Taken.TAKEN);
        assertThat(clock.toOffset("h").orElseThrow().samples())
                .as("the same life goes on")
                .isEqualTo(2);

        take(clock, "p", "b", HolderLife.UNTRACKED, BEGIN, BEGIN + 900, BEGIN);

        assertThat(clock.holderLife()).isEqualTo("b");
        assertThat(clock.bounds().pointNs()).isEqualTo(900);
        assertThat(take(restored(clock), "p", "a", HolderLife.UNTRACKED, BEGIN, BEGIN, BEGIN))
                .isEqualTo(Taken.IGNORED);
    }

    @Test
    void ofATrackedHolderTheStateIsOfItsCurrentLife() {
        take(clock, "p", "b", HolderLife.UNTRACKED, BEGIN, BEGIN + 5, BEGIN);

        take(clock, "p", "a", HolderLife.CURRENT, BEGIN + 1, BEGIN + 50, BEGIN + 1);

        assertThat(clock.holderLife()).isEqualTo("a");
        assertThat(clock.toOffset("h").orElseThrow().samples()).isEqualTo(1);
        assertThat(take(clock, "p", "b", HolderLife.CURRENT, BEGIN + 2, BEGIN + 7, BEGIN + 2))
                .as("the other was not superseded")
                .isEqualTo(Taken.TAKEN);
    }

    @Test
    void samplesAgreeIfTheirIntervalsTouchOnceWidenedByDrift() {
        long laterNs = BEGIN + SECOND; // widened by 100,000 ns
        instant(BEGIN, 0);
        PairClock apart = restored(clock);
        PairClock below = restored(clock);

        instant(laterNs, 100_000);
        assertThat(clock.isKnown()).isTrue();
        assertThat(clock.bounds().loNs())
                .isEqualTo(100_000)
                .isEqualTo(clock.bounds().hiNs());
        take(apart, "p", "a", HolderLife.CURRENT, laterNs, laterNs + 100_001, laterNs);
        assertThat(apart.isKnown()).isFalse();
        assertThat(apart.refNs()).as("a suspect changes no bounds").isEqualTo(BEGIN);
        take(below, "p", "a", HolderLife.CURRENT, laterNs, laterNs - 100_001, laterNs);
        assertThat(below.isKnown()).isFalse();
    }

    @Test
    void aSampleThatAgreesAgainDropsTheSuspect() {
        instant(BEGIN, 0);
        instant(BEGIN + 1, 5_000);
        assertThat(clock.isKnown()).isFalse();

        assertThat(instant(BEGIN + 2, 0)).isEqualTo(Taken.TAKEN);

        assertThat(clock.isKnown()).isTrue();
        assertThat(clock.toOffset("h").orElseThrow().samples()).isEqualTo(3);
        assertThat(clock.toOffset("h").orElseThrow().steps()).isZero();
    }

    @Test
    void whatWasSentBeforeTheSuspectCameIsOnlyCounted() {
        instant(BEGIN, 0);
        instant(BEGIN + 100, 5_000);

        assertThat(take(BEGIN + 99, BEGIN + 99, BEGIN + 200)).isEqualTo(Taken.TAKEN);
        assertThat(clock.isKnown()).as("agrees, but was under way").isFalse();
        assertThat(clock.refNs()).isEqualTo(BEGIN);
        assertThat(instant(BEGIN + 100, 0)).isEqualTo(Taken.TAKEN);
        assertThat(clock.isKnown()).as("came with the suspect").isFalse();
        assertThat(take(BEGIN + 100, BEGIN + 100, BEGIN + 101)).isEqualTo(Taken.TAKEN);
        assertThat(clock.isKnown()).as("sent when the suspect came").isTrue();
        assertThat(clock.toOffset("h").orElseThrow().samples()).isEqualTo(5);
    }

    @Test
    void twoSamplesThatAgreeAgainstTheStateShowAStep() {
        for (long aheadNs : new long[] {SECOND, -SECOND}) {
            PairClock stepped = new PairClock("r");
            take(stepped, "p", "a", HolderLife.CURRENT, BEGIN, BEGIN, BEGIN);
            assertThat(take(stepped, "p", "a", HolderLife.CURRENT, BEGIN + 1, BEGIN + 1 + aheadNs, BEGIN + 1))
                    .isEqualTo(Taken.TAKEN);
            assertThat(take(stepped, "p", "a", HolderLife.CURRENT, BEGIN + 2, BEGIN + 2 + aheadNs, BEGIN + 4))
                    .isEqualTo(Taken.STEPPED);

            assertThat(stepped.isKnown()).isTrue();
            assertThat(stepped.refNs()).isEqualTo(BEGIN + 4);
            ClockOffset offset = stepped.toOffset("h").orElseThrow();
            assertThat(offset.steps()).isEqualTo(1);
            assertThat(offset.samples()).isEqualTo(3);
            assertThat(offset.minRttNs()).as("the best is the second").isEqualTo(2);
            assertThat(offset.hiNs()).isLessThanOrEqualTo(aheadNs + 1);
            assertThat(offset.loNs()).isGreaterThanOrEqualTo(aheadNs - 3);
        }
    }

    @Test
    void twoSuspectsAgreeIfTheirIntervalsTouchOnceWidenedByDrift() {
        long laterNs = BEGIN + 1 + SECOND; // widened by 100,000 ns
        for (long apartNs : new long[] {-100_001, -100_000, 100_000, 100_001}) {
            PairClock suspected = new PairClock("r");
            take(suspected, "p", "a", HolderLife.CURRENT, BEGIN, BEGIN, BEGIN);
            take(suspected, "p", "a", HolderLife.CURRENT, BEGIN + 1, BEGIN + 1 + SECOND, BEGIN + 1);
            Taken second = take(suspected, "p", "a", HolderLife.CURRENT, laterNs, laterNs + SECOND + apartNs, laterNs);

            assertThat(second).isEqualTo(Math.abs(apartNs) == 100_000 ? Taken.STEPPED : Taken.TAKEN);
            assertThat(suspected.isKnown()).isEqualTo(Math.abs(apartNs) == 100_000);
        }
    }

    @Test
    void aSampleThatAgreesWithNeitherIsTheSuspectFromThenOn() {
        instant(BEGIN, 0);
        instant(BEGIN + 1, SECOND);
        instant(BEGIN + 2, 5 * SECOND);

        assertThat(instant(BEGIN + 3, SECOND)).as("as the first suspect").isEqualTo(Taken.TAKEN);
        assertThat(clock.isKnown()).isFalse();
        assertThat(instant(BEGIN + 4, SECOND)).as("as the last").isEqualTo(Taken.STEPPED);
    }

    @Test
    void anOlderSampleThatComesLateIsWidenedToTheReference() {
        for (long apartNs : new long[] {-100_001, -100_000, 100_000, 100_001}) {
            PairClock late = new PairClock("r");
            take(late, "p", "a", HolderLife.CURRENT, BEGIN + SECOND, BEGIN + SECOND, BEGIN + SECOND);
            take(late, "p", "a", HolderLife.CURRENT, BEGIN, BEGIN + apartNs, BEGIN);

            assertThat(late.isKnown()).isEqualTo(Math.abs(apartNs) == 100_000);
            assertThat(late.refNs()).isEqualTo(BEGIN + SECOND);
        }
    }

    @Test
    void aStepMayLeadBackInTime() {
        instant(BEGIN + SECOND, 0);
        instant(BEGIN, SECOND);

        assertThat(take(BEGIN + 1, BEGIN + 1 + SECOND, BEGIN + 1)).isEqualTo(Taken.STEPPED);
        assertThat(clock.refNs()).isEqualTo(BEGIN + 1);
    }

    @Test
    void theBestSampleHasTheLeastErrorAndAgesByDrift() {
        take(BEGIN, BEGIN + 500, BEGIN + 1_000); // error 500, received at BEGIN + 1,000
        take(BEGIN + 2_000, BEGIN + 3_000, BEGIN + 4_000); // error 1,000
        assertThat(clock.bounds().minRttNs()).isEqualTo(1_000);

        long laterNs = BEGIN + 1_000 + 5 * 1_000_000; // the first has aged by 500 ns
        take(laterNs - 2_002, laterNs - 1_001, laterNs); // 1,001 against 1,000
        assertThat(clock.bounds().minRttNs()).as("one more than the old one's").isEqualTo(1_000);
        take(laterNs - 2_000, laterNs - 1_000, laterNs); // a tie goes to the later
        assertThat(clock.bounds().minRttNs()).isEqualTo(2_000);
        take(laterNs - 2_000, laterNs - 999, laterNs);
        assertThat(clock.bounds().pointNs())
                .as("a tie of the same instant changes nothing")
                .isZero();
    }

    @Test
    void aSampleThatComesLateHasAgedToo() {
        take(BEGIN + 20_000_000, BEGIN + 20_000_500, BEGIN + 20_001_000); // error 500
        take(BEGIN + 10_000_000, BEGIN + 10_000_001, BEGIN + 10_000_002); // error 1, and 1,001 of age

        assertThat(clock.bounds().minRttNs()).isEqualTo(1_000);
    }

    @Test
    void comesBackFromItsBytesWithEverythingThatMatters() {
        take(clock, "p0", "a", HolderLife.UNTRACKED, BEGIN, BEGIN + 3, BEGIN + 9);
        take(clock, "p", "a", HolderLife.UNTRACKED, BEGIN, BEGIN + 3, BEGIN + 9);
        take(clock, "p", "b", HolderLife.UNTRACKED, BEGIN, BEGIN + 3, BEGIN + 9);
        take(clock, "p", "b", HolderLife.UNTRACKED, BEGIN + 10, BEGIN + SECOND, BEGIN + 11);
        take(clock, "p", "c", HolderLife.TO_COME, BEGIN + 12, BEGIN + 5, BEGIN + 13);
        long leapNs = BEGIN + 2 * Constants.LEAP_NS;
        take(clock, "p", "b", HolderLife.UNTRACKED, leapNs, leapNs, leapNs);

        PairClock back = restored(clock);

        assertThat(bytes(back)).isEqualTo(bytes(clock));
        assertThat(back.toOffset("h")).isEqualTo(clock.toOffset("h")).isPresent();
        assertThat(back.reader()).isEqualTo("r");
        assertThat(back.sampleOffset()).isEqualTo(clock.sampleOffset());
        back.holderLifeStarted("c", new LifeMemory());
        assertThat(back.holderLife()).as("the aside").isEqualTo("c");
    }
}
