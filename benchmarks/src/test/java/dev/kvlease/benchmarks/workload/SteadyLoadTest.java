package dev.kvlease.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.InputRecord;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyLoadTest {
    private static final int RECORDS = 20_000;

    /** Every size has the same mix, nothing of it is refused, and most reads may be made; at the limit of 64 some may not. */
    @ParameterizedTest
    @CsvSource({"4, 400, -1, 0", "4, 400, 0, 0", "4, 400, 8, 0", "4, 400, 63, 0", "40, 400, -1, 0", "4, 400, -1, 80"})
    void theStateKeepsItsSizeAndReadsMayBeMade(int holders, int leases, int openReads, int hotPercent) {
        SteadyLoad load = new SteadyLoad(1, new SteadyLoad.Size(holders, leases, openReads, hotPercent));
        Engines engines = new Engines(holders);
        assertThat(engines.apply(load.fill())).isPositive();
        int before = engines.standing();
        long readableBefore = engines.effects().readable();

        List<Workload.Step> steps = load.next(RECORDS);
        assertThat(engines.apply(steps)).isPositive();

        Map<Class<?>, Long> kinds = steps.stream()
                .collect(Collectors.groupingBy(step -> step.record().getClass(), Collectors.counting()));
        assertThat(kinds.get(InputRecord.Intent.class)).isBetween(RECORDS * 26L / 100, RECORDS * 30L / 100);
        assertThat(kinds.get(InputRecord.Event.class)).isBetween(RECORDS * 38L / 100, RECORDS * 44L / 100);
        assertThat(engines.standing()).isBetween(before - holders, before + holders);
        long readable = engines.effects().readable() - readableBefore;
        assertThat(readable).isGreaterThan(kinds.get(InputRecord.Intent.class) * 6 / 10);
    }

    @Test
    void aHotHolderHasItsShare() {
        List<Workload.Step> steps =
                new SteadyLoad(1, new SteadyLoad.Size(64, 640, SteadyLoad.READ_SOON, 80)).next(RECORDS);

        assertThat(steps.stream().filter(step -> step.holder() == 0).count())
                .isBetween(RECORDS * 78L / 100, RECORDS * 83L / 100);
    }
}
