package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.fleet.truth.LeaseEndKind;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadSpan;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.Confirmation;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.ReadKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a gate lets a reader use was promised by its holder until the transfer was over: stronger than that no block had been
 * given to anybody else by then. Of a holder that breaks its promise, what it says of the blocks can be known. Of a holder
 * that sends no events, and by the fallback, only deadlines can be known.
 */
final class NothingForeignPublished extends Invariant {
    private enum Ground {
        ALL_EVENTS,
        DEADLINE,
        NOTHING
    }

    /** What was used, and the lease that the READABLE was about; absent if the stream gave none. */
    private record Used(Ground ground, long leaseSeq) {}

    private final Map<String, Used> used = new HashMap<>();

    private final Map<String, Evidence> evidence;
    private final Told told;

    NothingForeignPublished(Map<String, Evidence> evidence, TrueClocks clocks, Consumer<Broken> broken) {
        super(broken);
        this.evidence = evidence;
        this.told = new Told(clocks);
    }

    @Override
    public void consuming(Consumed record) {
        told.take(record);
    }

    @Override
    public void decided(String reader, ReadKey key, Confirmation decision, Optional<GateVerdict> permit) {
        if (decision instanceof Confirmation.Use use) {
            long leaseSeq = permit.map(GateVerdict::leaseSeq).orElse(Absent.LONG);
            used.put(key.readRequestId(), new Used(ground(use, permit), leaseSeq));
        }
    }

    private static Ground ground(Confirmation.Use use, Optional<GateVerdict> permit) {
        if (use.source() == Answer.Source.FALLBACK || permit.isEmpty()) {
            return Ground.DEADLINE;
        }
        if (permit.get().tracked()) {
            return Ground.ALL_EVENTS;
        }
        return permit.get().reason().equals(Reason.NO_DEADLINE.name()) ? Ground.NOTHING : Ground.DEADLINE;
    }

    @Override
    public void read(ReadTruth truth) {
        Used use = used.remove(truth.readRequestId());
        if (use == null || truth.fate() != ReadFate.COMPLETED) {
            return;
        }
        ReadSpan span = truth.actual().orElseThrow();
        if (span.unsafe() && isKnowable(use, truth, span.end().kind())) {
            broken(truth.holder(), truth.reader(), "used, and its lease was over before the transfer: " + truth);
        }
    }

    private boolean isKnowable(Used use, ReadTruth truth, LeaseEndKind end) {
        return switch (use.ground()) {
            case ALL_EVENTS ->
                !told.isMistaken(truth, use.leaseSeq()) && told.isTold(truth, evidence.get(truth.holder()));
            case DEADLINE -> end == LeaseEndKind.DEADLINE;
            case NOTHING -> false;
        };
    }
}
