package dev.kvlease.gate;

import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.ReadRequest;
import dev.kvlease.gate.core.ReadTicket;
import dev.kvlease.gate.core.Reader;
import java.time.Duration;
import java.util.Map;

/** The example of the README, compiled and run. */
final class UsageExample {
    private final Engine engine;

    UsageExample(Engine engine) {
        this.engine = engine;
    }

    boolean readOrCompute(Map<String, Object> properties, String incarnation, String holder, String request)
            throws InterruptedException {
        // example
        GateConfig config = GateConfig.of(new Reader("prefill-0", incarnation), properties);
        try (ReadGate gate = ReadGate.start(config, engine.clock(), engine::clockOf, engine::cancelTransfer)) {
            ReadTicket ticket = gate.ask(ReadRequest.of(holder, request, "attempt-1", 4));
            Answer answer = gate.await(ticket, Duration.ofSeconds(30));
            if (!answer.isReadable()) {
                gate.decline(ticket);
                return engine.compute();
            }
            long startedNs = gate.nowNs();
            if (!gate.check(ticket, startedNs).isReadable() || !engine.transfer()) {
                gate.failed(ticket, startedNs, gate.nowNs());
                return engine.compute();
            }
            if (!gate.confirm(ticket, startedNs, gate.nowNs(), Duration.ofSeconds(10))
                    .isUsable()) {
                return engine.compute();
            }
            return engine.useAndTellTheHolder();
        }
        // end of example
    }

    /** What the example needs of an engine. */
    interface Engine {
        ReaderClock clock();

        java.util.Optional<HolderClocks.ClockReading> clockOf(String holder);

        void cancelTransfer(dev.kvlease.gate.core.ReadKey read, String reason);

        boolean transfer();

        boolean compute();

        boolean useAndTellTheHolder();
    }
}
