package dev.kvlease.benchmarks.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhaseTest {
    private static final long MS = 1_000_000;
    private static final Schedule TEN_A_SECOND = new Schedule(0, 10);

    @Test
    void recordsAreDueAtEqualDistancesOrAllAtOnce() {
        assertThat(TEN_A_SECOND.intendedNs(3)).isEqualTo(300 * MS);
        assertThat(new Schedule(7, Schedule.AT_ONCE).intendedNs(3)).isEqualTo(7);
    }

    /** A sender that was held up for a second does not hide it: the second record should have gone at 100 ms. */
    @Test
    void latenciesCountFromWhenARecordShouldHaveBeenSent() throws Exception {
        Phase phase = new Phase(Map.of("a", 0, "b", 1), TEN_A_SECOND, 0);
        phase.answered("a", 2 * MS);
        phase.answered("b", 1_100 * MS);

        Quantiles taken = phase.await(Duration.ZERO).quantiles();

        assertThat(taken.p50()).isCloseTo(2, within(0.01));
        assertThat(taken.p99()).isCloseTo(1_000, within(1.0));
        assertThat(phase.seconds()).isCloseTo(1.1, within(0.001));
    }

    @Test
    void onlyTheFirstAnswerToAQuestionOfThePhaseCounts() throws Exception {
        Phase phase = new Phase(Map.of("a", 0), TEN_A_SECOND, 0);
        phase.answered("of another phase", 500 * MS);
        phase.answered("a", 2 * MS);
        phase.answered("a", 900 * MS);

        assertThat(phase.await(Duration.ZERO).quantiles().p999()).isCloseTo(2, within(0.01));
    }

    @Test
    void whatWarmsUpIsWaitedForAndDoesNotCount() throws Exception {
        Phase phase = new Phase(Map.of("a", 0, "b", 1), TEN_A_SECOND, 1);
        phase.answered("a", 900 * MS);
        phase.answered("b", 103 * MS);

        assertThat(phase.await(Duration.ZERO).quantiles().p999()).isCloseTo(3, within(0.01));
    }

    @Test
    void aMissingAnswerIsNoLatency() {
        Phase phase = new Phase(Map.of("a", 0, "b", 1), TEN_A_SECOND, 0);
        phase.answered("a", 2 * MS);

        assertThatThrownBy(() -> phase.await(Duration.ZERO)).hasMessageContaining("1 of 2 answers are missing");
    }

    @Test
    void ofRoundsTheMedianCounts() {
        List<Quantiles> rounds = List.of(new Quantiles(1, 9, 30), new Quantiles(2, 70, 20), new Quantiles(9, 8, 10));

        assertThat(Quantiles.median(rounds)).isEqualTo(new Quantiles(2, 9, 20));
    }
}
