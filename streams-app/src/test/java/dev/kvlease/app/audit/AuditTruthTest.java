package dev.kvlease.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.ReadOutcome;
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

    /** Long enough after the last turn for every event to be given up for lost, so that every read is judged. */
    private static final long TAIL_NS = 12 * MINUTE_NS;

    static Stream<Arguments> fleets() {
        return Stream.of(
                        FleetScenario.calm(64, 256, 4 * MINUTE_NS),
                        FleetScenario.incident(64, 256, 2 * MINUTE_NS),
                        FleetScenario.restarts(64, 256, 4 * MINUTE_NS),
                        FleetScenario.lossy(64, 256, 4 * MINUTE_NS))
                .map(scenario -> scenario.withTail(TAIL_NS))
                .flatMap(scenario -> Stream.of(
                        Arguments.of(scenario.name(), ReaderPolicy.UNGATED, 1, scenario),
                        Arguments.of(scenario.name(), ReaderPolicy.UNGATED, 2, scenario),
                        Arguments.of(scenario.name(), ReaderPolicy.ORIGINAL_FIX, 3, scenario)));
    }

    @ParameterizedTest(name = "{0}, readers {1}, seed {2}")
    @MethodSource("fleets")
    void findsWhatHappenedAndNothingElse(String name, ReaderPolicy policy, long seed, FleetScenario scenario)
            throws IOException {
        Audited audited = Audited.simulated(scenario.with(policy), seed);
        Map<Read, ReadTruth> truths = new HashMap<>();
        audited.truth().forEach(truth -> truths.put(Read.of(truth), truth));
        Map<Read, FoundViolation> found = found(audited);
        Set<Read> unjudged = new HashSet<>();
        audited.audit().unjudged().forEach(read -> unjudged.add(Read.of(read.outcome())));
        Set<Read> reported = new HashSet<>();
        audited.reported().forEach(outcome -> reported.add(Read.of(outcome)));
        boolean lossy = name.equals("lossy");

        List<Read> contaminated = audited.truth().stream()
                .filter(ReadTruth::usedForeignBytes)
                .map(Read::of)
                .filter(reported::contains)
                .toList();
        List<Read> missed =
                contaminated.stream().filter(read -> !found.containsKey(read)).toList();
        List<FoundViolation> certain =
                found.values().stream().filter(FoundViolation::isCertain).toList();
        List<FoundViolation> falselyCertain = certain.stream()
                .filter(violation -> !lossy || !violation.violation().incompleteEvidence())
                .filter(violation -> !wasOver(truths.get(Read.of(violation))))
                .toList();

        assertThat(contaminated).as("the fleet makes mistakes to be found").isNotEmpty();
        assertThat(certain).hasSizeGreaterThan(10);
        assertThat(falselyCertain).isEmpty();
        assertThat(unjudged)
                .as("what is not found, the audit says that nothing can be said about")
                .containsAll(missed);
        assertThat(missed).as("hardly any is excused").hasSizeLessThanOrEqualTo(contaminated.size() / 100);
    }

    /** Whether the holder's promise was over before the read was. */
    private static boolean wasOver(ReadTruth truth) {
        return truth.fate() == ReadFate.COMPLETED
                && truth.actual().orElseThrow().unsafe();
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
}
