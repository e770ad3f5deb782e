package dev.kvlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is forgotten for its age leaves nothing behind that would be wrong without it. */
class ForgettingLosesNothingTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long DAY_MS = 24 * 3_600_000L;
    private static final AsOf AS_OF = new AsOf(0, 1, 1, 1, 1);

    private record Entry(StateKind kind, byte[] key, byte[] value) {}

    private final Map<String, Entry> stored = new LinkedHashMap<>();
    private final Heard out = new Heard();

    @Test
    void anAllocationThatComesAfterItsReleaseWasForgottenIsNotReadable() {
        LeaseEngine engine = new LeaseEngine("h", Settings.DEFAULT, true);
        engine.apply(event(LeaseEventType.ENGINE_STARTED, 0, 1, ""), at(0), out);
        engine.apply(event(LeaseEventType.BLOCKS_RELEASED, 2, 3, "lease"), at(0), out);
        engine.apply(sample(), at(DAY_MS + 1), out);
        engine.apply(event(LeaseEventType.BLOCKS_ALLOCATED, 1, 2, "lease"), at(DAY_MS + 1), out);
        engine.apply(intent("lease"), at(DAY_MS + 1), out);
        assertThat(out.verdicts).extracting(Verdict::reason).containsExactly(Reason.LEASE_UNKNOWN);

        engine.apply(event(LeaseEventType.BLOCKS_ALLOCATED, 3, 4, "another"), at(DAY_MS + 1), out);
        engine.apply(intent("another"), at(DAY_MS + 1), out);
        assertThat(out.verdicts.get(1).status()).isEqualTo(Status.READABLE);
    }

    @Test
    void whatIsMissingIsLostForARestoredEngineToo() {
        LeaseEngine engine = new LeaseEngine("h", Settings.DEFAULT, true);
        engine.apply(event(LeaseEventType.ENGINE_STARTED, 0, 1, ""), at(0), out);
        engine.apply(event(LeaseEventType.BLOCKS_RELEASED, 2, 3, "lease"), at(0), out);
        engine.forgetIfSilent(DAY_MS + 1);
        LeaseEngine restored = restored(engine);
        restored.apply(event(LeaseEventType.BLOCKS_ALLOCATED, 1, 2, "lease"), at(DAY_MS + 1), out);
        restored.apply(sample(), at(DAY_MS + 1), out);
        restored.apply(intent("lease"), at(DAY_MS + 1), out);
        assertThat(out.verdicts).extracting(Verdict::reason).containsExactly(Reason.LEASE_UNKNOWN);
    }

    @Test
    void aReportMadeInTheEventThatForgetsItsRequestIsMadeAgainAfterACrash() {
        LeaseEngine engine = new LeaseEngine("h", Settings.DEFAULT, true);
        engine.apply(event(LeaseEventType.ENGINE_STARTED, 0, 1, ""), at(0), out);
        engine.apply(sample(), at(0), out);
        ReadOutcome outcome = new ReadOutcome(
                "r", "life of r", "h", "life", "lease", "read", 7, ReadStatus.COMPLETED, SECOND, 2 * SECOND);
        engine.apply(outcome, at(0), out);
        engine.apply(event(LeaseEventType.ENGINE_HEARTBEAT, 9, 700, ""), at(0), out);
        assertThat(out.violations).extracting(Violation::type).containsExactly(ViolationType.UNLEASED_READ);

        restored(engine).repeatLastWords(AS_OF, out);
        assertThat(out.violations).hasSize(2);
        assertThat(out.violations.get(1)).isEqualTo(out.violations.get(0));
    }

    @Test
    void aReportIsForgottenWithTheHorizon() {
        aReportMadeInTheEventThatForgetsItsRequestIsMadeAgainAfterACrash();
        LeaseEngine engine = restored(new LeaseEngine("h", Settings.DEFAULT, true));
        engine.apply(event(LeaseEventType.ENGINE_HEARTBEAT, 10, 1_400, ""), at(0), out);
        LeaseEngine later = restored(engine);
        out.violations.clear();
        later.repeatLastWords(AS_OF, out);
        assertThat(out.violations).isEmpty();
        assertThat(stored.values()).extracting(Entry::kind).doesNotContain(StateKind.READ);
    }

    private LeaseEngine restored(LeaseEngine engine) {
        engine.drainChanges(new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                stored.put(name(kind, key), new Entry(kind, key, value));
            }

            @Override
            public void delete(StateKind kind, byte[] key) {
                stored.remove(name(kind, key));
            }
        });
        LeaseEngine restored = new LeaseEngine("h", Settings.DEFAULT, true);
        stored.values().forEach(entry -> restored.restore(entry.kind(), entry.key(), entry.value()));
        restored.restored();
        return restored;
    }

    private static String name(StateKind kind, byte[] key) {
        return kind + new String(key, StandardCharsets.ISO_8859_1);
    }

    private static Arrival at(long recordTimeMs) {
        return new Arrival(recordTimeMs, 0, AS_OF);
    }

    private static HandshakeSample sample() {
        return new HandshakeSample("r", "life of r", "h", "life", 0, SECOND, SECOND, SECOND);
    }

    private static ReadIntent intent(String request) {
        return new ReadIntent(
                "r", "life of r", "h", Optional.of("life"), request, "read", new int[0][], 1, 2 * SECOND, Absent.LONG);
    }

    private static LeaseEvent event(LeaseEventType type, long seq, long second, String request) {
        boolean allocation = type == LeaseEventType.BLOCKS_ALLOCATED;
        return new LeaseEvent(
                type,
                "h",
                "life",
                seq,
                second * SECOND,
                request,
                allocation ? Optional.of(new int[][] {{7}}) : Optional.empty(),
                allocation ? new int[] {0} : new int[0],
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                "");
    }
}
