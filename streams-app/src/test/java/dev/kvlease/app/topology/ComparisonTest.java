package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.app.compare.FieldDifference;
import dev.kvlease.app.compare.Finding;
import dev.kvlease.app.compare.FindingText;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.schemas.Consumption;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictStatus;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a comparison says of verdicts that are not what they should be. */
class ComparisonTest {
    private static final long SEED = 3;

    private final History history = History.simulated(FleetScenario.incident(4, 8, 60_000_000_000L), SEED);
    private final Outputs written = new Outputs();

    @BeforeEach
    void run() {
        LeaseJoin join = new LeaseJoin(new MemoryStore(), 0, Settings.DEFAULT, 1);
        Consequences consequences = new Consequences();
        Map<Topic, Long> counts = new EnumMap<>(Topic.class);
        for (History.Arriving record : history.records()) {
            long offset = counts.merge(record.topic(), 1L, Long::sum) - 1;
            join.take(record.topic(), offset, record.timestampMs(), record.input(), record.timestampMs(), consequences);
            consequences.verdicts().forEach(verdict -> {
                Verdict avro = OutputCodec.toAvro(verdict);
                avro.setConsumed(new Consumption(
                        join.trail().run(), join.trail().step(), join.trail().tell(0)));
                written.verdicts.add(avro);
            });
        }
        assertThat(written.verdicts).hasSizeGreaterThan(20);
    }

    private List<Finding> others() {
        return Followed.of(history, written).stream()
                .filter(finding -> finding.kind() != Finding.Kind.SAME)
                .toList();
    }

    @Test
    void theSameIsTheSame() {
        assertThat(others()).isEmpty();
    }

    @Test
    void aNanosecondIsADifference() {
        Verdict changed = written.verdicts.stream()
                .filter(verdict -> verdict.getStatus() == VerdictStatus.READABLE && verdict.getDeadlineNs() != null)
                .findFirst()
                .orElseThrow();
        long deadlineNs = changed.getDeadlineNs();
        changed.setDeadlineNs(deadlineNs + 1);

        Finding found = only();
        assertThat(found.kind()).isEqualTo(Finding.Kind.DIFFERENT);
        assertThat(found.isFault()).isTrue();
        assertThat(found.fields()).containsExactly(new FieldDifference("deadline_ns", deadlineNs + 1, deadlineNs));
        assertThat(FindingText.of(found))
                .contains("recorded at verdicts-0@", "decided by  read-intents-0@", "deadline_ns: recorded");
    }

    @Test
    void evidenceCountsToo() {
        Verdict changed = written.verdicts.get(10);
        changed.getEvidence().setDriftPpm(101);

        assertThat(only().fields()).extracting(FieldDifference::field).containsExactly("evidence.drift_ppm");
    }

    @Test
    void oneThatIsGoneIsMissed() {
        written.verdicts.remove(10);

        assertThat(only().kind()).isEqualTo(Finding.Kind.MISSING);
        assertThat(only().isFault()).isTrue();
    }

    @Test
    void oneTooManyIsFound() {
        written.verdicts.add(Verdict.newBuilder(written.verdicts.get(10)).build());

        assertThat(only().kind()).isEqualTo(Finding.Kind.EXTRA);
        assertThat(only().isFault()).isTrue();
    }

    @Test
    void withoutTheFirstOnesTheRestIsNotHeldAgainstTheStream() {
        written.verdicts.subList(0, 10).clear();

        assertThat(others()).noneMatch(Finding::isFault);
        assertThat(Followed.of(history, written)).hasSizeGreaterThanOrEqualTo(written.verdicts.size());
    }

    /** Verdicts of a version that told no order: positions and record time say much. */
    @Test
    void withoutATrailPositionsAreFollowed() {
        written.verdicts.forEach(verdict -> verdict.setConsumed(null));

        assertThat(others()).isEmpty();
        Verdict changed = written.verdicts.get(10);
        changed.setRevision(changed.getRevision());
        changed.getEvidence().setDriftPpm(101);
        assertThat(only().doubt()).isEqualTo(Finding.Doubt.ORDER_UNKNOWN);
        assertThat(only().isFault()).isTrue();
    }

    private Finding only() {
        List<Finding> others = others();
        assertThat(others).hasSize(1);
        return others.get(0);
    }
}
