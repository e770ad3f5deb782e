package dev.kvlease.app.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.replay.ReplaySummary;
import dev.kvlease.app.simulate.Simulator;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Constants;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.truth.TruthTotals;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhatIfTest {
    private static final long MINUTE_NS = 60_000_000_000L;
    private static final Variant ORIGINAL_FIX = new Variant("original", Settings.DEFAULT, 1, true);

    private record Simulated(byte[] events, TruthTotals truth) {
        Comparison compare(Variant... variants) throws IOException {
            WhatIf whatIf = new WhatIf(List.of(variants), Constants.SECOND_NS, at -> false);
            new EventFileReader(whatIf, (line, problem) -> {
                        throw new AssertionError(line + ": " + problem);
                    })
                    .read("events.ndjson", new ByteArrayInputStream(events));
            return whatIf.finish();
        }
    }

    private static Simulated simulate(ReaderPolicy policy, long seed) throws IOException {
        FleetScenario scenario =
                FleetScenario.incident(8, 48, 3 * MINUTE_NS).with(policy).withTail(2 * MINUTE_NS);
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        TruthTotals truth = new TruthTotals();
        try (EventFileWriter file = new EventFileWriter(events)) {
            Simulator simulator = new Simulator(scenario, seed, file, truth, new ReplaySummary());
            boolean more = true;
            while (more) {
                more = simulator.step();
            }
        }
        return new Simulated(events.toByteArray(), truth);
    }

    private static Variant margin(long seconds) {
        return Variant.of(
                "--margin " + seconds, new Settings(seconds * Constants.SECOND_NS, Constants.DRIFT_PPM, false, false));
    }

    private static Variant scaled(double factor) {
        return new Variant("--ttl-scale " + factor, Settings.DEFAULT, factor, false);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void theRulesLetNoContaminatedReadThroughAndTheOriginalFixDoes(long seed) throws IOException {
        Simulated run = simulate(ReaderPolicy.ORIGINAL_FIX, seed);

        Comparison comparison = run.compare(ORIGINAL_FIX);

        assertThat(run.truth().foreignUsed())
                .as("the original fix was too little")
                .isPositive();
        Row rules = comparison.rows().get(0);
        Row original = comparison.rows().get(1);
        assertThat(rules.certain()).isZero();
        assertThat(rules.admitted()).isPositive();
        assertThat(original.certain() + original.possible())
                .isGreaterThanOrEqualTo(run.truth().foreignUsed());
        assertThat((double) original.admitted())
                .as("a reader that followed the original fix did what it is said to do, but for routers' intents")
                .isBetween(run.truth().completed() * 0.9, run.truth().completed() * 1.1);
    }

    @Test
    void aWiderMarginAndShorterLeasesAdmitLess() throws IOException {
        Comparison comparison = simulate(ReaderPolicy.GATED, 4).compare(margin(1), margin(15), scaled(0.5), scaled(3));

        List<Row> rows = comparison.rows();
        long base = rows.get(0).admitted();
        assertThat(rows.get(1).admitted()).isGreaterThan(base);
        assertThat(rows.get(2).admitted()).isLessThan(base);
        assertThat(rows.get(3).admitted()).isLessThan(base);
        assertThat(rows.get(4).admitted()).isGreaterThan(base);
        assertThat(rows.get(2).inVain()).isGreaterThan(rows.get(0).inVain());
    }

    @Test
    void everyReadIsCountedOnceInEveryLine() throws IOException {
        Comparison comparison = simulate(ReaderPolicy.UNGATED, 5).compare(margin(1), scaled(0.5), ORIGINAL_FIX);

        assertThat(comparison.reads()).isGreaterThan(100);
        assertThat(comparison.rows()).hasSize(4).allSatisfy(row -> {
            assertThat(row.admitted() + row.declined()).isEqualTo(comparison.reads());
            assertThat(row.certain() + row.possible() + row.lawful() + row.admittedUnknown())
                    .isEqualTo(row.admitted());
            assertThat(row.inVain() + row.rightly() + row.declinedUnknown()).isEqualTo(row.declined());
        });
    }

    @Test
    void theRulesAsTheyAreAnswerLikeThemselves() throws IOException {
        Row base = simulate(ReaderPolicy.GATED, 6).compare(margin(5)).rows().get(0);
        Row same = simulate(ReaderPolicy.GATED, 6).compare(margin(5)).rows().get(1);

        assertThat(same).usingRecursiveComparison().ignoringFields("variant").isEqualTo(base);
    }
}
