package dev.kvlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Status;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A crash while a new life starts can leave the old one as the current, with some of its requests gone. When an allocation of
 * such a request comes again, and what ended it later or not at all, nobody is accused and nothing is readable.
 */
class ForgottenBeforeItsEndTest {
    private static final long SECOND = 1_000_000_000L;
    private static final LeaseEvent STARTED = event("life", LeaseEventType.ENGINE_STARTED, 0, "");
    private static final LeaseEvent FIRST = event("life", LeaseEventType.BLOCKS_ALLOCATED, 1, "first");
    private static final LeaseEvent RELEASED = event("life", LeaseEventType.BLOCKS_RELEASED, 2, "first");
    private static final LeaseEvent SECOND_ONE = event("life", LeaseEventType.BLOCKS_ALLOCATED, 3, "second");
    private static final LeaseEvent NEXT_LIFE = event("next", LeaseEventType.ENGINE_STARTED, 0, "");

    private static final HandshakeSample SAMPLE =
            new HandshakeSample("r", "reader", "h", "life", 0, 4 * SECOND, 4 * SECOND, 4 * SECOND);
    private static final ReadIntent QUESTION = new ReadIntent(
            "r", "reader", "h", Optional.of("life"), "first", "read", new int[][] {{7}}, 1, 5 * SECOND, Absent.LONG);
    private static final Arrival AT = new Arrival(1, 1, new AsOf(0, 1, 0, 0, 0));

    private record Write(StateKind kind, byte[] key, Optional<byte[]> value) {
        String name() {
            return kind + new String(key, StandardCharsets.ISO_8859_1);
        }
    }

    private final Heard heard = new Heard();

    @Test
    void whatCameBeforeItsEndComesAgainBeforeItsEnd() {
        killAnywhere(List.of(STARTED), List.of(FIRST, RELEASED, SECOND_ONE, NEXT_LIFE));
    }

    @Test
    void anAllocationThatCameTwiceComesAgainWithoutItsEnd() {
        killAnywhere(List.of(STARTED, FIRST, RELEASED, SECOND_ONE), List.of(FIRST, NEXT_LIFE));
    }

    @Test
    void anAllocationThatCameAfterItsEndComesAgainWithoutItsEnd() {
        killAnywhere(List.of(STARTED, RELEASED, SECOND_ONE), List.of(FIRST, NEXT_LIFE));
    }

    private void killAnywhere(List<LeaseEvent> committed, List<LeaseEvent> later) {
        killAnywhere(committed, later, true);
        killAnywhere(committed, later, false);
    }

    /** All that is stored of the earlier events is kept, and of what the later ones caused any first part. */
    private void killAnywhere(List<LeaseEvent> committed, List<LeaseEvent> later, boolean eachAtOnce) {
        LeaseEngine engine = new LeaseEngine("h", Settings.DEFAULT, true);
        committed.forEach(event -> engine.apply(event, AT, heard));
        engine.apply(SAMPLE, AT, heard);
        List<Write> kept = drain(engine);
        List<Write> torn = new ArrayList<>();
        for (LeaseEvent event : later) {
            engine.apply(event, AT, heard);
            if (eachAtOnce) {
                torn.addAll(drain(engine));
            }
        }
        torn.addAll(drain(engine));
        for (int cut = 0; cut <= torn.size(); cut++) {
            LeaseEngine restored = restore(kept, torn.subList(0, cut));
            boolean released = committed.contains(RELEASED);
            for (LeaseEvent event : later) {
                restored.apply(event, AT, heard);
                released |= event.equals(RELEASED);
                if (released) {
                    restored.apply(QUESTION, AT, heard);
                }
            }
            assertThat(heard.violations).as("killed after %d writes", cut).isEmpty();
            assertThat(heard.verdicts)
                    .as("killed after %d writes", cut)
                    .isNotEmpty()
                    .noneMatch(verdict -> verdict.status() == Status.READABLE);
        }
    }

    private static LeaseEngine restore(List<Write> kept, List<Write> torn) {
        Map<String, Write> stored = new LinkedHashMap<>();
        List<Write> all = new ArrayList<>(kept);
        all.addAll(torn);
        for (Write write : all) {
            stored.remove(write.name());
            if (write.value().isPresent()) {
                stored.put(write.name(), write);
            }
        }
        LeaseEngine restored = new LeaseEngine("h", Settings.DEFAULT, true);
        stored.values()
                .forEach(write -> restored.restore(
                        write.kind(), write.key(), write.value().orElseThrow()));
        restored.restored();
        return restored;
    }

    private static List<Write> drain(LeaseEngine engine) {
        List<Write> writes = new ArrayList<>();
        engine.drainChanges(new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                writes.add(new Write(kind, key, Optional.of(value)));
            }

            @Override
            public void delete(StateKind kind, byte[] key) {
                writes.add(new Write(kind, key, Optional.empty()));
            }
        });
        return writes;
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
}
