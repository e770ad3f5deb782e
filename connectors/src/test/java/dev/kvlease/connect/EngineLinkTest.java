package dev.kvlease.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.kvlease.connect.EngineLink.Arrival;
import dev.kvlease.connect.EngineLink.Ordered;
import dev.kvlease.connect.FakeEngine.Way;
import dev.kvlease.connect.order.Limits;
import dev.kvlease.connect.order.Position;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

class EngineLinkTest {
    private static final Duration BOUND = Duration.ofSeconds(60);

    /** Longer than the library would have waited before it connected again by itself. */
    private static final long STALL_MS = 2_500;

    private static final int BATCHES = 3;

    private final int events;
    private final int replay;
    private final Map<String, Integer> sent = new HashMap<>();
    private final Map<String, String> lives = new HashMap<>();

    EngineLinkTest() throws IOException {
        events = Ports.free();
        replay = Ports.free();
    }

    /** The task may hang in its producer while an engine is started again, and the numbers of the two lives may fit. */
    @Test
    void aTaskThatStallsWhileItsEngineStartsAgainDoesNotMixTheLives() throws Exception {
        try (ZContext context = new ZContext();
                EngineLink link = link(context)) {
            try (FakeEngine first = new FakeEngine(events, replay, true)) {
                await().atMost(BOUND).until(() -> {
                    publish(first, "first", 1);
                    return follow(link).containsKey("first 0");
                });
                await().atMost(BOUND).until(() -> follow(link).containsKey("first " + (sent("first") - 1)));
            }
            try (FakeEngine second = new FakeEngine(events, replay, true)) {
                publish(second, "second", sent("first"));
                TimeUnit.MILLISECONDS.sleep(STALL_MS);
                publish(second, "second", BATCHES);

                await().atMost(BOUND).until(() -> follow(link).containsKey("second " + (sent("second") - 1)));
            }
        }

        assertThat(namesOf("first")).hasSize(1).doesNotContainAnyElementsOf(namesOf("second"));
        assertThat(namesOf("second")).hasSize(1);
        assertThat(lives).hasSize(sent("first") + sent("second"));
    }

    /** Its socket may connect and bring a batch just after it has looked whether there is a connection. */
    @Test
    void whatANewConnectionBringsIsTakenInAfterTheNewsOfIt() throws Exception {
        Position after = new Position(Optional.of("life of first"), BATCHES, OptionalLong.of(1));
        try (ZContext context = new ZContext();
                FakeEngine second = secondWithBatches();
                EngineLink link = link(context, after);
                ZMQ.Poller poller = context.createPoller(3)) {
            second.awaitSubscriber();
            publish(second, "second", 1);
            link.registerWith(poller);
            await().atMost(BOUND).until(() -> poller.poll(0) > 0 && poller.pollin(0));

            link.receiveEvents(BATCHES);

            assertThat(link.poll()).isEmpty();
            await().atMost(BOUND).until(() -> follow(link).size() == sent("second"));
        }
        assertThat(namesOf("second")).hasSize(1).doesNotContain("life of first");
    }

    private FakeEngine secondWithBatches() throws Exception {
        FakeEngine second = new FakeEngine(events, replay, true);
        publish(second, "second", BATCHES);
        return second;
    }

    private EngineLink link(ZContext context) {
        return link(context, Position.START);
    }

    private EngineLink link(ZContext context, Position start) {
        EngineAddress address =
                new EngineAddress("e", "tcp://127.0.0.1:" + events, Optional.of("tcp://127.0.0.1:" + replay));
        long secondNs = TimeUnit.SECONDS.toNanos(1);
        Limits limits = new Limits(true, secondNs, BOUND.toNanos(), secondNs, 1_000, 1 << 20);
        return new EngineLink(context, address, "", limits, start);
    }

    private void publish(FakeEngine engine, String name, int batches) throws Exception {
        for (int i = 0; i < batches; i++) {
            int seq = sent.merge(name, 1, Integer::sum) - 1;
            engine.publish((name + " " + seq).getBytes(UTF_8), Way.SENT);
        }
    }

    private int sent(String name) {
        return sent.getOrDefault(name, 0);
    }

    /** Each batch that has come, with the name of its life. */
    private Map<String, String> follow(EngineLink link) {
        link.pump();
        for (Optional<Arrival> next = link.poll(); next.isPresent(); next = link.poll()) {
            Ordered ordered = (Ordered) next.get();
            lives.put(
                    new String(ordered.deliver().frame().payload(), UTF_8),
                    ordered.deliver().life());
        }
        return lives;
    }

    private Set<String> namesOf(String name) {
        return lives.entrySet().stream()
                .filter(each -> each.getKey().startsWith(name))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }
}
