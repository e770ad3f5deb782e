package dev.kvlease.demo.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecondCounterTest {
    private static final long MS = 1_000_000;

    private final SecondCounter counter = new SecondCounter(3);

    @Test
    void onlyFullSecondsAreTold() {
        counter.count(100 * MS, 1);
        counter.count(900 * MS, 4);
        assertThat(counter.full(999 * MS)).isEmpty();
        assertThat(counter.full(1_000 * MS)).containsExactly(5L);
        counter.count(2_500 * MS, 1);
        assertThat(counter.full(3_000 * MS)).containsExactly(5L, 0L, 1L);
        assertThat(counter.last(3_100 * MS)).isEqualTo(1);
    }

    @Test
    void onlyTheLastAreKeptHoweverLongThePause() {
        counter.count(0, 1);
        counter.count(3_600_000 * MS, 1);
        assertThat(counter.full(3_601_000 * MS)).containsExactly(0L, 0L, 1L);
    }
}
