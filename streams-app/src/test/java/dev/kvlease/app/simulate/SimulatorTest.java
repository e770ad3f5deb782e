package dev.kvlease.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.app.replay.ReplayOutput;
import dev.kvlease.app.replay.Replayer;
import dev.kvlease.core.Settings;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.truth.TruthTotals;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SimulatorTest {
    private static final long MINUTE_NS = 60_000_000_000L;

    private record Run(byte[] events, String answers, String truth, TruthTotals totals) {}

    private static Run run(FleetScenario scenario, long seed) throws IOException {
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        ByteArrayOutputStream answers = new ByteArrayOutputStream();
        ByteArrayOutputStream truth = new ByteArrayOutputStream();
        TruthTotals totals = new TruthTotals();
        try (EventFileWriter file = new EventFileWriter(events);
                NdjsonWriter answersOut = new NdjsonWriter(answers);
                NdjsonWriter truthOut = new NdjsonWriter(truth)) {
            TruthFile truthFile = new TruthFile(truthOut);
            Simulator simulator = new Simulator(
                    scenario,
                    seed,
                    file,
                    read -> {
                        totals.read(read);
                        truthFile.read(read);
                    },
                    new ReplayOutput(answersOut));
            while (simulator.step()) {
                assertThat(simulator.trueNs()).isLessThanOrEqualTo(scenario.durationNs() + scenario.tailNs());
            }
        }
        return new Run(
                events.toByteArray(),
                answers.toString(StandardCharsets.UTF_8),
                truth.toString(StandardCharsets.UTF_8),
                totals);
    }

    @Test
    void oneSeedGivesOneFileAndAnotherSeedAnother() throws IOException {
        FleetScenario scenario = FleetScenario.incident(6, 12, MINUTE_NS);
        Run first = run(scenario, 7);

        assertThat(run(scenario, 7).events()).isEqualTo(first.events());
        assertThat(run(scenario, 7).truth()).isEqualTo(first.truth());
        assertThat(run(scenario, 8).events()).isNotEqualTo(first.events());
    }

    @Test
    void aReplayOfTheFileGivesTheAnswersThatTheReadersWereGiven() throws IOException {
        Run run = run(FleetScenario.lossy(8, 24, 3 * MINUTE_NS), 3);

        ByteArrayOutputStream replayed = new ByteArrayOutputStream();
        try (NdjsonWriter out = new NdjsonWriter(replayed)) {
            Replayer replayer = new Replayer(Settings.DEFAULT, new ReplayOutput(out));
            new EventFileReader(replayer, (line, problem) -> {
                        throw new AssertionError(line + ": " + problem);
                    })
                    .read(new ByteArrayInputStream(run.events()));
        }

        assertThat(run.answers()).contains("READABLE", "EXPIRED", "\"trigger\":\"LEASE_EVENT\"");
        assertThat(replayed.toString(StandardCharsets.UTF_8)).isEqualTo(run.answers());
    }

    @Test
    void theTruthTellsEveryReadAndThatTheGateHeld() throws IOException {
        Run gated = run(FleetScenario.incident(6, 24, 2 * MINUTE_NS), 5);
        Run ungated = run(FleetScenario.incident(6, 24, 2 * MINUTE_NS).with(ReaderPolicy.UNGATED), 5);

        assertThat(gated.truth().lines()).hasSize((int) gated.totals().reads());
        assertThat(gated.totals().foreignUsed()).isZero();
        assertThat(gated.truth()).doesNotContain("\"used_foreign_bytes\":true");
        assertThat(ungated.totals().foreignUsed()).isPositive();
        assertThat(ungated.truth().lines().filter(line -> line.contains("\"used_foreign_bytes\":true")))
                .hasSize((int) ungated.totals().foreignUsed());
    }
}
