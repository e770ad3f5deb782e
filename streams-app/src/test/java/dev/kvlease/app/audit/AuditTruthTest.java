package dev.kvlease.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.common.Absent;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadTruth;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an audit of a simulated fleet finds is what really happened. */
class AuditTruthTest {
    private static final long MINUTE_NS = 60_000_000_000L;

    private record Read(String reader, String request, String readRequest) {
        static Read of(ReadTruth truth) {
            return new Read(truth.reader(), truth.requestId(), truth.readRequestId());
        }

        static Read of(FoundViolation found) {
            return new Read(
                    found.violation().reader(),
                    found.violation().requestId(),
                    found.violation().readRequestId());
        }

        static Read of(ReadOutcome outcome) {
            return new Read(outcome.reader(), outcome.requestId(), outcome.readRequestId());
        }
    }

    static Stream<Arguments> fleets() {
        return Stream.of(
                        FleetScenario.incident(8, 48, 3 * MINUTE_NS),
                        FleetScenario.lossy(8, 48, 25 * MINUTE_NS).withTail(12 * MINUTE_NS),
                        FleetScenario.restarts(8, 48, 20 * MINUTE_NS))
                .map(scenario -> scenario.with(ReaderPolicy.UNGATED))
                .flatMap(scenario -> Stream.of(1L, 2L, 3L, 4L).map(seed -> Arguments.of(scenario, seed)));
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("fleets")
    void findsEveryContaminatedReadOrSaysWhyNot(FleetScenario scenario, long seed) throws IOException {
        Audited audited = Audited.simulated(scenario, seed);
        Set<Read> found = found(audited).keySet();
        Set<Read> unjudged = new HashSet<>();
        audited.audit().unjudged().forEach(read -> unjudged.add(Read.of(read.outcome())));
        Map<Read, Long> reported = new HashMap<>();
        audited.reported().forEach(outcome -> reported.put(Read.of(outcome), outcome.leaseSeq()));

        List<ReadTruth> contaminated = audited.truth().stream()
                .filter(ReadTruth::usedForeignBytes)
                .filter(truth -> isJudgeable(truth, reported))
                .toList();

        assertThat(contaminated).as("the fleet makes mistakes to be found").hasSizeGreaterThan(20);
        assertThat(contaminated)
                .allSatisfy(truth -> assertThat(Read.of(truth))
                        .as("%s", truth)
                        .matches(read -> found.contains(read) || unjudged.contains(read)));
        assertThat(contaminated.stream().filter(truth -> found.contains(Read.of(truth))))
                .as("most are found, not excused")
                .hasSizeGreaterThan(contaminated.size() / 2);
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("fleets")
    void whatIsCertainIsTrue(FleetScenario scenario, long seed) throws IOException {
        Audited audited = Audited.simulated(scenario, seed);
        Map<Read, ReadTruth> truths = new HashMap<>();
        audited.truth().forEach(truth -> truths.put(Read.of(truth), truth));

        List<FoundViolation> certain = found(audited).values().stream()
                .filter(FoundViolation::isCertain)
                .filter(violation -> !violation.violation().incompleteEvidence())
                .filter(violation -> violation.violation().leaseSeq()
                        == truths.get(Read.of(violation)).leaseSeq())
                .toList();

        int expected = scenario.name().equals("lossy") ? 0 : 10;
        assertThat(certain).hasSizeGreaterThanOrEqualTo(expected).allSatisfy(violation -> {
            ReadTruth truth = truths.get(Read.of(violation));
            assertThat(truth.fate()).isEqualTo(ReadFate.COMPLETED);
            assertThat(truth.actual().orElseThrow().unsafe())
                    .as("the promise was over: %s %s", violation, truth)
                    .isTrue();
        });
    }

    private static Map<Read, FoundViolation> found(Audited audited) {
        Map<Read, FoundViolation> found = new HashMap<>();
        for (FoundViolation violation : audited.audit().violations()) {
            if (!violation.violation().readRequestId().isEmpty()) {
                found.put(Read.of(violation), violation);
            }
        }
        return found;
    }

    /** A reader that says it has read another lease than it has can only be believed; one that died says nothing. */
    private static boolean isJudgeable(ReadTruth truth, Map<Read, Long> reported) {
        Long leaseSeq = reported.get(Read.of(truth));
        return leaseSeq != null && (Absent.is(leaseSeq) || leaseSeq == truth.leaseSeq());
    }
}
