package dev.kvlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.model.Answers;
import dev.kvlease.model.CoreAnswers;
import dev.kvlease.model.PlainAnswer;
import dev.kvlease.model.PlainRecord;
import dev.kvlease.model.PlainSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Turn 1 and turn 2 in one fleet, at vLLM's own terms: prefill engines hold for 30 s, extended to 20 s from then every 5 s
 * while the reader sends heartbeats; decode engines hold for 480 s, never extended.
 */
class BothDirectionsTest {
    private static final long SEED = 42;
    private static final long SECOND = 1_000_000_000L;
    private static final long TURN_ONE_NS = 30 * SECOND;
    private static final long TURN_TWO_NS = 480 * SECOND;
    private static final long EXTENSION_NS = 20 * SECOND;
    private static final long EVERY_NS = 5 * SECOND;
    private static final String PREFILL = "prefill-holder-";

    /** An extension and the allocation that it extends. */
    private record Extension(PlainRecord.Event lease, PlainRecord.Event event) {}

    private final List<Extension> extensions = new ArrayList<>();
    private final Map<String, Long> heardNs = new HashMap<>();
    private final List<String> extendedAndReadable = new ArrayList<>();
    private final Map<String, Long> reasons = new TreeMap<>();
    private final Map<String, PlainRecord.Event> allocations = new HashMap<>();
    private final TruthRun run = new TruthRun(FleetScenario.calm(8, 120, 900 * SECOND), SEED, this::judge);
    private final Answers core = CoreAnswers.ofCore(PlainSettings.DEFAULT);

    @Test
    void leasesOfBothTurnsRunThroughOneSystem() {
        run.play().check().report();

        assertThat(used(true)).as("reads of turn-1 leases, seed %d", SEED).isGreaterThan(100);
        assertThat(used(false)).as("reads of turn-2 leases, seed %d", SEED).isGreaterThan(100);
        assertThat(run.truths()).noneMatch(ReadTruth::usedForeignBytes);
        assertThat(extendedAndReadable)
                .as("leases that only heartbeats kept alive, seed %d: %s", SEED, reasons)
                .hasSizeGreaterThan(20)
                .allSatisfy(holder -> assertThat(holder).startsWith(PREFILL));
        assertThat(reasons)
                .as("seed %d", SEED)
                .containsKeys("turn 1 LEASE_EXPIRED", "turn 1 WITHIN_LEASE", "turn 2 WITHIN_LEASE");
    }

    @Test
    void onlyTurnOneIsExtendedAndByWhatVllmSays() {
        run.play();

        assertThat(allocations.values())
                .isNotEmpty()
                .allSatisfy(lease -> assertThat(lease.expiryNs() - lease.clockNs())
                        .isEqualTo(isTurnOne(lease) ? TURN_ONE_NS : TURN_TWO_NS));
        assertThat(extensions).hasSizeGreaterThan(100).allSatisfy(extension -> {
            PlainRecord.Event lease = extension.lease();
            PlainRecord.Event event = extension.event();
            assertThat(isTurnOne(event)).isTrue();
            assertThat(event.expiryNs()).isEqualTo(Math.max(lease.expiryNs(), event.clockNs() + EXTENSION_NS));
            assertThat((event.clockNs() - lease.clockNs() + SECOND / 10) % EVERY_NS)
                    .isLessThan(SECOND / 5);
        });
    }

    private List<PlainAnswer> judge(PlainRecord.Stamped record) {
        if (record.value() instanceof PlainRecord.Event event) {
            note(event);
        }
        List<PlainAnswer> answers = core.apply(record);
        for (PlainAnswer answer : answers) {
            if (answer instanceof PlainAnswer.Verdict verdict && record.value() instanceof PlainRecord.Intent intent) {
                note(verdict, intent);
            }
        }
        return answers;
    }

    private void note(PlainRecord.Event event) {
        heardNs.merge(event.holder(), event.clockNs(), Math::max);
        if (event.type().equals("BLOCKS_ALLOCATED")) {
            allocations.put(event.request(), event);
        } else if (event.type().equals("LEASE_EXTENDED")) {
            extensions.add(new Extension(allocations.get(event.request()), event));
        }
    }

    /** A lease is still readable after its first deadline only if it was extended. */
    private void note(PlainAnswer.Verdict verdict, PlainRecord.Intent intent) {
        PlainRecord.Event lease = allocations.get(intent.request());
        reasons.merge((isTurnOne(lease) ? "turn 1 " : "turn 2 ") + verdict.reason(), 1L, Long::sum);
        if (verdict.reason().equals("WITHIN_LEASE") && heardNs.get(intent.holder()) > lease.expiryNs()) {
            extendedAndReadable.add(intent.holder());
        }
    }

    private static boolean isTurnOne(PlainRecord.Event event) {
        return event.holder().startsWith(PREFILL);
    }

    private long used(boolean turnOne) {
        return run.truths().stream()
                .filter(truth -> truth.fate() == ReadFate.COMPLETED)
                .filter(truth -> truth.holder().startsWith(PREFILL) == turnOne)
                .count();
    }
}
