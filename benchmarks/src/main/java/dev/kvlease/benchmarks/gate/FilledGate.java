package dev.kvlease.benchmarks.gate;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.gate.core.GateCore;
import dev.kvlease.gate.core.GateOptions;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.Outbox;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.ReadRequest;
import dev.kvlease.gate.core.ReadTicket;
import dev.kvlease.gate.core.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A gate that has been asked for many reads, each answered READABLE; ids are as long as those of vLLM. */
final class FilledGate {
    static final int READS = 100_000;
    static final long NOW_NS = 1_000_000_000_000L;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final Reader READER = new Reader("prefill-0", "life");
    private static final Outbox NOWHERE = new Outbox() {
        @Override
        public void intent(ReadIntent intent) {}

        @Override
        public void outcome(ReadOutcome outcome) {}
    };

    final GateCore gate = new GateCore(READER, GateOptions.DEFAULT, NOWHERE);
    final List<ReadTicket> tickets = new ArrayList<>(READS);

    FilledGate() {
        gate.caughtUp(NOW_NS);
        for (int read = 0; read < READS; read++) {
            String id = new UUID(31L * read, read).toString();
            ReadRequest request = ReadRequest.of("decode-" + read % 64, "cmpl-" + id, "read-" + id, 4);
            tickets.add(gate.ask(request, NOW_NS));
            gate.take(verdict(read, id), NOW_NS);
        }
    }

    /** Ids come off the wire, so they are not the same objects as those of the request. */
    private static GateVerdict verdict(int read, String id) {
        return new GateVerdict(
                READER.id(),
                READER.life(),
                new ReadKey("decode-" + read % 64, "cmpl-" + id, "read-" + id),
                "life-" + read % 64,
                read,
                true,
                "WITHIN_LEASE",
                GateVerdict.Kind.ANSWER,
                false,
                NOW_NS + 10 * SECOND_NS,
                NOW_NS + 400 * SECOND_NS,
                read,
                true,
                NOW_NS,
                new PairClock.Bounds(-1, 1, NOW_NS, 0, 2),
                100,
                read);
    }
}
