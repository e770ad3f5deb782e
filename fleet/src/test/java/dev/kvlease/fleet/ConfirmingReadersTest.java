package dev.kvlease.fleet;

import static dev.kvlease.fleet.Histories.MS;
import static dev.kvlease.fleet.Histories.SECOND;
import static dev.kvlease.fleet.Histories.eventful;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.OutcomeStatus;
import dev.kvlease.fleet.record.ReadIntentRecord;
import dev.kvlease.fleet.record.ReadOutcomeRecord;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.LeaseTerms;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadTruth;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Gated readers that keep what they have read for a while before they use it. */
class ConfirmingReadersTest {
    private static final long SEED = 11;
    private static final long CONFIRM_NS = 500 * MS;
    private static final FleetScenario SCENARIO = eventful(ReaderPolicy.GATED)
            .with(new LeaseTerms(40 * SECOND, 20 * SECOND, 50 * MS, 20 * SECOND, CONFIRM_NS));

    private final Map<String, ReadTruth> truths = new HashMap<>();
    private final Map<String, Delivered> outcomes = new HashMap<>();

    @Test
    void aReadIsReportedWhenItIsConfirmedWithTheTimeAtWhichTheBytesWereThere() {
        run(Optional.empty());
        long completed = 0;
        for (Map.Entry<String, Delivered> entry : outcomes.entrySet()) {
            ReadOutcomeRecord outcome = (ReadOutcomeRecord) entry.getValue().record();
            ReadTruth truth = truths.get(entry.getKey());
            if (outcome.status() != OutcomeStatus.COMPLETED || truth == null) {
                continue;
            }
            completed++;
            long transferNs = truth.actual().orElseThrow().finishedTrueNs()
                    - truth.actual().orElseThrow().startedTrueNs();
            assertThat(entry.getValue().trueNs())
                    .isEqualTo(truth.actual().orElseThrow().finishedTrueNs() + CONFIRM_NS);
            assertThat(outcome.finishedNs() - outcome.startedNs())
                    .isBetween(transferNs - transferNs / 1_000, transferNs + transferNs / 1_000 + 1);
        }
        assertThat(completed).isGreaterThan(20);
    }

    @Test
    void aRevocationThatComesWhileItWaitsThrowsTheBytesAway() {
        run(Optional.empty());
        ReadTruth used = truths.values().stream()
                .filter(read -> read.fate() == ReadFate.COMPLETED)
                .findFirst()
                .orElseThrow();
        run(Optional.of(used));
        assertThat(truths.get(used.readRequestId()).fate()).isEqualTo(ReadFate.FAILED);
        assertThat(truths.get(used.readRequestId()).reason()).isEqualTo("RELEASED");
        assertThat(((ReadOutcomeRecord) outcomes.get(used.readRequestId()).record()).status())
                .isEqualTo(OutcomeStatus.FAILED);
    }

    /** Answers every read READABLE, and takes back one of them in the middle of its confirmation. */
    private void run(Optional<ReadTruth> revoked) {
        truths.clear();
        outcomes.clear();
        FleetSimulation simulation =
                new FleetSimulation(SCENARIO, SEED, read -> truths.put(read.readRequestId(), read));
        long revokeAtNs = revoked.map(read -> read.actual().orElseThrow().finishedTrueNs() + CONFIRM_NS / 2)
                .orElse(Long.MAX_VALUE);
        pollUntil(simulation, revokeAtNs);
        revoked.ifPresent(
                read -> simulation.onVerdict(verdict(read.reader(), read.readerLife(), read.readRequestId(), false)));
        pollUntil(simulation, Long.MAX_VALUE);
    }

    private void pollUntil(FleetSimulation simulation, long trueNs) {
        for (Optional<Delivered> next = simulation.pollUntil(trueNs);
                next.isPresent();
                next = simulation.pollUntil(trueNs)) {
            if (next.get().record() instanceof ReadIntentRecord intent) {
                simulation.onVerdict(verdict(intent.reader(), intent.readerLife(), intent.readRequestId(), true));
            } else if (next.get().record() instanceof ReadOutcomeRecord outcome) {
                outcomes.put(outcome.readRequestId(), next.get());
            }
        }
    }

    private static FleetVerdict verdict(String reader, String life, String read, boolean readable) {
        return new FleetVerdict(
                reader,
                life,
                read,
                readable,
                !readable,
                false,
                readable ? "NO_DEADLINE" : "RELEASED",
                FleetRecord.ABSENT,
                FleetRecord.ABSENT,
                FleetRecord.ABSENT);
    }
}
