package dev.kvlease.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.lease.EventSequence.Seen;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import org.junit.jupiter.api.Test;

/** "Leaps", "Watermark", "Gaps" and "Too late", on both sides of each edge. */
class EventSequenceTest {
    private static final long BEGIN = 5_000 * Constants.SECOND_NS;
    private static final long DAY = Constants.LEAP_NS;
    private static final long MILLION = Constants.LEAP_EVENTS;

    private final EventSequence sequence = started();

    private static EventSequence started() {
        EventSequence sequence = new EventSequence();
        sequence.see(0, BEGIN);
        return sequence;
    }

    private static EventSequence restored(EventSequence sequence) {
        StateWriter out = new StateWriter().startValue();
        sequence.write(out);
        return EventSequence.read(StateReader.ofValue(out.toBytes()));
    }

    @Test
    void nothingIsSeenAtFirst() {
        EventSequence nothing = new EventSequence();

        assertThat(nothing.watermarkNs()).isEqualTo(Absent.LONG);
        assertThat(nothing.highestSeq()).isEqualTo(-1);
        assertThat(nothing.highestLostSeq()).isEqualTo(-1);
        assertThat(nothing.hasMissing()).isFalse();
        assertThat(nothing.oldestGapNs()).isEqualTo(Absent.LONG);
    }

    @Test
    void aSeqIsTheNextOneOrADuplicateOrLeavesAGapOrFillsOne() {
        assertThat(sequence.see(1, BEGIN)).isEqualTo(Seen.NEXT);
        assertThat(sequence.see(1, BEGIN)).isEqualTo(Seen.DUPLICATE);
        assertThat(sequence.see(4, BEGIN)).isEqualTo(Seen.BEYOND_GAP);
        assertThat(sequence.missingCount()).isEqualTo(2);
        assertThat(sequence.see(3, BEGIN)).isEqualTo(Seen.FILLS_GAP);
        assertThat(sequence.see(3, BEGIN)).isEqualTo(Seen.DUPLICATE);
        assertThat(sequence.missingCount()).isEqualTo(1);
        assertThat(sequence.highestSeq()).isEqualTo(4);
        assertThat(sequence.see(2, BEGIN)).isEqualTo(Seen.FILLS_GAP);
        assertThat(sequence.hasMissing()).isFalse();
    }

    @Test
    void theWatermarkIsTheHighestClockDuplicatesIncluded() {
        sequence.see(1, BEGIN - 9);
        assertThat(sequence.watermarkNs()).isEqualTo(BEGIN);
        sequence.see(1, BEGIN + 9);
        assertThat(sequence.watermarkNs()).isEqualTo(BEGIN + 9);
    }

    @Test
    void aGapIsAsOldAsTheWatermarkThatFoundIt() {
        sequence.see(2, BEGIN + 5);
        assertThat(sequence.oldestGapNs()).isZero();
        sequence.see(4, BEGIN + 12);
        assertThat(sequence.oldestGapNs())
                .as("of the event that revealed it, included")
                .isEqualTo(7);
    }

    @Test
    void whatIsMissingDistrustsWhatWasAllocatedBelow() {
        sequence.see(4, BEGIN);

        assertThat(sequence.missingAbove(2)).isTrue();
        assertThat(sequence.missingAbove(3)).isFalse();
        assertThat(sequence.incompleteAbove(2)).isTrue();
        assertThat(sequence.incompleteAbove(3)).isFalse();
        sequence.lose(6);
        sequence.lose(5);
        assertThat(sequence.highestLostSeq()).isEqualTo(6);
        assertThat(sequence.missingAbove(5)).isFalse();
        assertThat(sequence.incompleteAbove(5)).isTrue();
        assertThat(sequence.incompleteAbove(6)).isFalse();
    }

    @Test
    void whatIsMissingIsLostOnceItIsOlderThanTheHorizon() {
        sequence.see(3, BEGIN);
        sequence.see(5, BEGIN + 1);
        sequence.see(6, BEGIN + Constants.HORIZON_NS);
        assertThat(sequence.loseOverdue()).isFalse();

        sequence.see(7, BEGIN + Constants.HORIZON_NS + 1);
        assertThat(sequence.loseOverdue()).isTrue();
        assertThat(sequence.highestLostSeq()).isEqualTo(2);
        assertThat(sequence.missingCount()).isEqualTo(1);
        assertThat(sequence.see(2, BEGIN)).as("counts as seen from then on").isEqualTo(Seen.DUPLICATE);
        assertThat(sequence.loseOverdue()).isFalse();
        sequence.see(8, BEGIN + 3 * Constants.HORIZON_NS);
        assertThat(sequence.loseOverdue()).isTrue();
        assertThat(sequence.highestLostSeq()).isEqualTo(4);
    }

    @Test
    void anEventIsTooLateBelowTheHorizon() {
        assertThat(sequence.isTooLate(BEGIN - Constants.HORIZON_NS)).isFalse();
        assertThat(sequence.isTooLate(BEGIN - Constants.HORIZON_NS - 1)).isTrue();
    }

    @Test
    void anEventIsALeapFromTheFirstStepBeyondTheLimits() {
        assertThat(started().refusesAsLeap(1, BEGIN + DAY)).isFalse();
        assertThat(started().refusesAsLeap(1, BEGIN + DAY + 1)).isTrue();
        assertThat(started().refusesAsLeap(1 + MILLION, BEGIN)).isFalse();
        assertThat(started().refusesAsLeap(2 + MILLION, BEGIN)).isTrue();
    }

    /** Whether a second event is believed after a leap to a seq, two days ahead. */
    private static boolean isBelieved(long leapSeq, long seq, long aheadNs) {
        EventSequence fresh = started();
        assertThat(fresh.refusesAsLeap(leapSeq, BEGIN + 2 * DAY)).isTrue();
        return !restored(fresh).refusesAsLeap(seq, BEGIN + 2 * DAY + aheadNs);
    }

    @Test
    void aLeapIsBelievedWithASecondEventShortlyAfterIt() {
        assertThat(isBelieved(9, 10, 0)).isTrue();
        assertThat(isBelieved(9, 9 + MILLION, DAY)).isTrue();
        assertThat(isBelieved(9, 9, 5)).as("the same again").isFalse();
        assertThat(isBelieved(9, 8, 5)).as("one before").isFalse();
        assertThat(isBelieved(9, 10 + MILLION, 0)).as("too many events later").isFalse();
        assertThat(isBelieved(9, 10, -1)).as("on an earlier clock").isFalse();
        assertThat(isBelieved(9, 10, DAY + 1)).as("too much later").isFalse();
    }

    @Test
    void anEventThatIsNotRefusedClearsTheLeap() {
        assertThat(sequence.refusesAsLeap(9, BEGIN + 2 * DAY)).isTrue();
        assertThat(sequence.refusesAsLeap(1, BEGIN)).isFalse();

        assertThat(sequence.refusesAsLeap(10, BEGIN + 2 * DAY)).isTrue();
        assertThat(sequence.refusesAsLeap(11, BEGIN + 2 * DAY)).isFalse();
        assertThat(sequence.refusesAsLeap(12, BEGIN + 2 * DAY))
                .as("believed once")
                .isTrue();
    }

    @Test
    void comesBackFromItsBytes() {
        sequence.see(7, BEGIN + 3);
        sequence.see(3, BEGIN + 4);
        sequence.lose(5);
        sequence.refusesAsLeap(MILLION * 3, BEGIN);

        EventSequence back = restored(sequence);

        assertThat(back.highestSeq()).isEqualTo(7);
        assertThat(back.watermarkNs()).isEqualTo(BEGIN + 4);
        assertThat(back.highestLostSeq()).isEqualTo(5);
        assertThat(back.missingCount()).isEqualTo(5);
        assertThat(back.oldestGapNs()).isEqualTo(1);
        assertThat(back.see(3, BEGIN)).isEqualTo(Seen.DUPLICATE);
        assertThat(back.refusesAsLeap(MILLION * 3 + 1, BEGIN))
                .as("the leap agrees")
                .isFalse();
    }
}
