package dev.kvlease.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.fleet.record.ReadIntentRecord;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadTruth;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Readers with gates that are not simulated do what those say, and send nothing themselves. */
class ReaderGateTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<ReadTruth> truths = new ArrayList<>();
    private final List<FleetRecord> log = new ArrayList<>();
    private final List<HandshakeSampleRecord> measured = new ArrayList<>();
    private final Set<String> asked = new HashSet<>();
    private final Set<String> declined = new HashSet<>();
    private final Set<String> finished = new HashSet<>();
    private int opened;

    @Test
    void whatIsReadableAndConfirmedIsUsed() {
        play(readable(ReaderGate.Status.READABLE, new ReaderGate.Decision(true, "")));

        assertThat(fates()).contains(ReadFate.COMPLETED).doesNotContain(ReadFate.DECLINED);
        assertThat(finished).isSubsetOf(asked).hasSizeGreaterThan(50);
        assertThat(declined).isEmpty();
    }

    @Test
    void whatIsExpiredIsDeclined() {
        play(readable(ReaderGate.Status.EXPIRED, new ReaderGate.Decision(true, "")));

        assertThat(fates()).containsExactly(ReadFate.DECLINED);
        assertThat(truths).extracting(ReadTruth::reason).containsOnly("BECAUSE");
        assertThat(finished).isEmpty();
        assertThat(declined).isSubsetOf(asked).hasSizeGreaterThan(50);
    }

    @Test
    void whatIsNotConfirmedIsThrownAway() {
        play(readable(ReaderGate.Status.READABLE, new ReaderGate.Decision(false, "RELEASED")));

        assertThat(fates()).containsExactly(ReadFate.FAILED);
        assertThat(truths).noneMatch(ReadTruth::usedForeignBytes);
        assertThat(truths).extracting(ReadTruth::reason).contains("RELEASED");
    }

    @Test
    void theGateSendsSamplesAndQuestionsAndReadersOnlyConnect() {
        FleetSimulation fleet = play(readable(ReaderGate.Status.READABLE, new ReaderGate.Decision(true, "")));

        assertThat(opened).isEqualTo(fleet.readerIds().size());
        assertThat(log)
                .allMatch(record -> record instanceof LeaseEventRecord
                        || (record instanceof ReadIntentRecord intent && intent.nowNs() == FleetRecord.ABSENT));
        assertThat(log).hasAtLeastOneElementOfType(ReadIntentRecord.class);
        assertThat(measured)
                .as("at the first read of each holder")
                .hasSizeBetween(
                        1, 2 * fleet.readerIds().size() * fleet.holderIds().size());
    }

    @Test
    void aGateMayMeasureAClock() {
        FleetSimulation fleet = new FleetSimulation(
                scenario(),
                3,
                truths::add,
                (id, life, clock, holders) -> readable(ReaderGate.Status.READABLE, new ReaderGate.Decision(true, "")));
        fleet.pollUntil(SECOND);
        List<HandshakeSampleRecord> taken = new ArrayList<>();
        String reader = fleet.readerIds().get(0);
        String holder = fleet.holderIds().get(0);

        fleet.measure(reader, holder, taken::add);
        while (fleet.trueNs() < 4 * SECOND) {
            fleet.pollUntil(4 * SECOND);
        }

        assertThat(taken)
                .singleElement()
                .returns(reader, HandshakeSampleRecord::reader)
                .returns(holder, HandshakeSampleRecord::holder)
                .satisfies(sample -> assertThat(sample.receivedNs()).isGreaterThan(sample.sentNs()));
    }

    private FleetSimulation play(ReaderGate gate) {
        FleetSimulation fleet = new FleetSimulation(scenario(), 3, truths::add, (id, life, clock, holders) -> {
            opened++;
            return gate;
        });
        for (Optional<Delivered> next = fleet.poll(); next.isPresent(); next = fleet.poll()) {
            log.add(next.get().record());
        }
        return fleet;
    }

    private static FleetScenario scenario() {
        return FleetScenario.calm(4, 60, 120 * SECOND);
    }

    private Set<ReadFate> fates() {
        Set<ReadFate> fates = EnumSet.noneOf(ReadFate.class);
        truths.forEach(truth -> fates.add(truth.fate()));
        return fates;
    }

    private ReaderGate readable(ReaderGate.Status status, ReaderGate.Decision decision) {
        ReaderGate.Answer answer = new ReaderGate.Answer(status, "BECAUSE", FleetRecord.ABSENT, FleetRecord.ABSENT);
        return new ReaderGate() {
            @Override
            public void ask(ReadIntentRecord intent) {
                asked.add(intent.readRequestId());
            }

            @Override
            public Optional<Answer> answer(String readRequestId) {
                return Optional.of(answer);
            }

            @Override
            public Answer check(String readRequestId, long nowNs) {
                return answer;
            }

            @Override
            public void finished(String readRequestId, long startedNs, long finishedNs, long patienceNs) {
                finished.add(readRequestId);
            }

            @Override
            public Optional<Decision> decision(String readRequestId) {
                return Optional.of(decision);
            }

            @Override
            public void declined(String readRequestId) {
                declined.add(readRequestId);
            }

            @Override
            public void failed(String readRequestId, long startedNs, long finishedNs) {}

            @Override
            public void measured(HandshakeSampleRecord sample) {
                measured.add(sample);
            }

            @Override
            public void close() {}
        };
    }
}
