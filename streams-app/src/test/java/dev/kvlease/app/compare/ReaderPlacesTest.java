package dev.kvlease.app.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReaderPlacesTest {
    private final ReaderPlaces places = new ReaderPlaces();

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 12, 64})
    void theNumberOfPartitionsFollowsFromWhereVerdictsLie(int partitions) {
        for (int i = 0; i < 40; i++) {
            places.learn("prefill-" + i, ReaderPlaces.of("prefill-" + i, partitions));
        }

        assertThat(places.applyAsInt("prefill-7")).isEqualTo(ReaderPlaces.of("prefill-7", partitions));
        assertThat(places.applyAsInt("someone-else")).isEqualTo(ReaderPlaces.of("someone-else", partitions));
    }

    @Test
    void underOtherNamesOnlyReadersWithVerdictsHaveAPlace() {
        for (int i = 0; i < 40; i++) {
            places.learn("engine-" + i, i % 3);
        }

        assertThat(places.applyAsInt("engine-4")).isEqualTo(1);
        assertThat(places.applyAsInt("someone-else")).isEqualTo(ReaderPlaces.NOWHERE);
    }
}
