package dev.kvlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateSink;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * A store that keeps entries where they changed last can be cut so that an allocation is there, and what the holder had said
 * before it is not. Nobody is accused by what comes again only afterwards.
 */
class AheadOfHolderEntryTest {
    private static final long SECOND = 1_000_000_000L;

    private record Entry(StateKind kind, byte[] key, byte[] value) {}

    private final Heard heard = new Heard();
    private final Map<String, Entry> stored = new LinkedHashMap<>();

    @Test
    void aReleaseThatComesAgainAccusesNobody() {
        LeaseEngine engine = new LeaseEngine("h", Settings.DEFAULT, true);
        apply(engine, event(LeaseEventType.ENGINE_STARTED, 0, ""));
        apply(engine, event(LeaseEventType.BLOCKS_ALLOCATED, 1, "first"));
        engine.drainChanges(keeping(request -> true, true));
        apply(engine, event(LeaseEventType.BLOCKS_RELEASED, 2, "first"));
        apply(engine, event(LeaseEventType.BLOCKS_ALLOCATED, 3, "second"));
        engine.drainChanges(keeping("second"::equals, false));

        LeaseEngine restored = new LeaseEngine("h", Settings.DEFAULT, true);
        stored.values().forEach(entry -> restored.restore(entry.kind(), entry.key(), entry.value()));
        restored.restored();
        apply(restored, event(LeaseEventType.BLOCKS_RELEASED, 2, "first"));
        apply(restored, event(LeaseEventType.BLOCKS_ALLOCATED, 3, "second"));
        assertThat(heard.violations).isEmpty();
    }

    @Test
    void aRealReuseIsStillFoundWhenItComesAgain() {
        LeaseEngine engine = new LeaseEngine("h", Settings.DEFAULT, true);
        apply(engine, event(LeaseEventType.ENGINE_STARTED, 0, ""));
        apply(engine, event(LeaseEventType.BLOCKS_ALLOCATED, 1, "first"));
        engine.drainChanges(keeping(request -> true, true));
        apply(engine, event(LeaseEventType.ENGINE_HEARTBEAT, 2, ""));
        apply(engine, event(LeaseEventType.BLOCKS_ALLOCATED, 3, "second"));
        engine.drainChanges(keeping("second"::equals, false));
        heard.violations.clear();

        LeaseEngine restored = new LeaseEngine("h", Settings.DEFAULT, true);
        stored.values().forEach(entry -> restored.restore(entry.kind(), entry.key(), entry.value()));
        restored.restored();
        apply(restored, event(LeaseEventType.ENGINE_HEARTBEAT, 2, ""));
        assertThat(heard.violations).isEmpty();
        apply(restored, event(LeaseEventType.BLOCKS_ALLOCATED, 3, "second"));
        assertThat(heard.violations).extracting(Violation::requestId).containsExactly("first");
    }

    /** The blocks of a replaced lease may be anybody's. */
    @Test
    void aReplacedLeaseDoesNotStandAgainWhenTheNextLifeHasWrittenOverItsSuccessor() {
        LeaseEngine engine = new LeaseEngine("h", Settings.DEFAULT, true);
        apply(engine, event(LeaseEventType.ENGINE_STARTED, 0, ""));
        apply(engine, event(LeaseEventType.BLOCKS_ALLOCATED, 1, "first"));
        apply(engine, event(LeaseEventType.BLOCKS_ALLOCATED, 2, "first"));
        apply(engine, event(LeaseEventType.ENGINE_HEARTBEAT, 3, ""));
        engine.drainChanges(keeping(request -> true, true));
        apply(engine, event("next life", LeaseEventType.ENGINE_STARTED, 0, ""));
        apply(engine, event("next life", LeaseEventType.ENGINE_HEARTBEAT, 1, ""));
        apply(engine, event("next life", LeaseEventType.BLOCKS_ALLOCATED, 2, "first"));
        StateSink store = keeping(request -> true, true);
        engine.drainChanges(new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                if (kind == StateKind.ALLOCATION) {
                    store.put(kind, key, value);
                }
            }

            @Override
            public void delete(StateKind kind, byte[] key) {}
        });

        LeaseEngine restored = new LeaseEngine("h", Settings.DEFAULT, true);
        stored.values().forEach(entry -> restored.restore(entry.kind(), entry.key(), entry.value()));
        restored.restored();
        assertThat(restored.leases("first")).noneMatch(lease -> lease.end() == EndReason.NOT_ENDED);

        apply(restored, event("next life", LeaseEventType.ENGINE_STARTED, 0, ""));
        apply(restored, event("next life", LeaseEventType.ENGINE_HEARTBEAT, 1, ""));
        apply(restored, event("next life", LeaseEventType.BLOCKS_ALLOCATED, 2, "first"));
        assertThat(restored.leases("first")).singleElement().matches(lease -> lease.end() == EndReason.NOT_ENDED);
    }

    private static LeaseEvent event(LeaseEventType type, long seq, String request) {
        return event("life", type, seq, request);
    }

    private static LeaseEvent event(String life, LeaseEventType type, long seq, String request) {
        boolean allocation = type == LeaseEventType.BLOCKS_ALLOCATED;
        return new LeaseEvent(
                type,
                "h",
                life,
                seq,
                (1 + seq) * SECOND,
                request,
                allocation ? Optional.of(new int[][] {{7}}) : Optional.empty(),
                allocation ? new int[] {0} : new int[0],
                allocation ? 1_000 * SECOND : Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                Absent.LONG,
                "");
    }

    private void apply(LeaseEngine engine, LeaseEvent event) {
        AsOf asOf = new AsOf(0, event.seq() + 1, 0, 0, 0);
        engine.apply(event, new Arrival(1, event.seq(), asOf), heard);
    }

    /** Keeps entries of some requests, and the holder's own if told so. */
    private StateSink keeping(Predicate<String> requests, boolean own) {
        return new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                boolean ofRequest = kind == StateKind.REQUEST || kind == StateKind.ALLOCATION;
                if (ofRequest ? requests.test(StateReader.ofKey(key).getText()) : own) {
                    stored.put(name(kind, key), new Entry(kind, key, value));
                }
            }

            @Override
            public void delete(StateKind kind, byte[] key) {
                if (own) {
                    stored.remove(name(kind, key));
                }
            }
        };
    }

    private static String name(StateKind kind, byte[] key) {
        return kind + new String(key, StandardCharsets.ISO_8859_1);
    }
}
