package dev.kvlease.torture.sim.rules;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.view.HolderFacts;
import dev.kvlease.core.view.LeaseFacts;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What is remembered is what the rules say, and nothing stays in the store that no engine remembers. */
final class StateIsBounded extends Invariant {
    /** A request without events of its own, such as one of a completed read, is forgotten later than others. */
    private static final long LONGEST_NS = 2 * Constants.HORIZON_NS;

    /** A request of a holder. */
    private record Request(String holder, String requestId) {}

    /** Holder time when the last outcome of a request came, which keeps the request too. */
    private final Map<Request, Long> outcomesNs = new HashMap<>();

    /**
     * Holder time when records last came again after a crash that kept any part of what was written: a request of which only
     * its name is left counts from then.
     */
    private final Map<String, Long> restoredNs = new HashMap<>();

    private final boolean tears;
    private final Map<String, Evidence> evidence;

    StateIsBounded(Rules.Kind kind, Map<String, Evidence> evidence, Consumer<Broken> broken) {
        super(broken);
        this.tears = !kind.repeatable();
        this.evidence = evidence;
    }

    @Override
    public void consuming(Consumed record) {
        if (tears && !record.first()) {
            String holder = record.input().holder();
            Evidence said = evidence.get(holder);
            said.currentLife().flatMap(said::life).ifPresent(life -> restoredNs.put(holder, life.watermarkNs()));
        }
        if (record.input() instanceof InputRecord.Outcome taken) {
            Evidence said = evidence.get(taken.holder());
            said.currentLife()
                    .flatMap(said::life)
                    .ifPresent(life -> outcomesNs.put(
                            new Request(taken.holder(), taken.outcome().requestId()), life.watermarkNs()));
        }
    }

    @Override
    public void ended(Ended end) {
        end.engines().forEach((holder, engine) -> {
            HolderFacts facts = engine.facts();
            limit(holder, "reads waiting", facts.waitingReads(), Constants.MAX_WAITING_READS);
            Ended.StoredEntries stored = end.storedEntries().get(holder);
            if (stored != null) {
                limit(
                        holder,
                        "stored requests",
                        stored.requests(),
                        engine.requests().size());
                limit(holder, "stored clocks", stored.clocks(), facts.pairs());
            }
            for (String request : engine.requests()) {
                checkForgotten(holder, engine, request, end.evidence().get(holder));
            }
        });
    }

    private void limit(String holder, String what, long count, long most) {
        if (count > most) {
            broken(holder, "", what + ": " + count + ", and there are to be " + most + " at most");
        }
    }

    private void checkForgotten(String holder, LeaseEngine engine, String request, Evidence evidence) {
        Optional<LifeEvidence> life = evidence.life(engine.facts().life());
        Optional<RequestEvidence> said = life.flatMap(known -> known.request(request));
        boolean endless =
                engine.leases(request).stream().anyMatch(lease -> Absent.is(lease.expiryNs()) && isGoingOn(lease));
        long outcomeNs = outcomesNs.getOrDefault(new Request(holder, request), Long.MIN_VALUE);
        long restored = restoredNs.getOrDefault(holder, Long.MIN_VALUE);
        boolean old = said.isPresent()
                && restored < life.get().watermarkNs() - Constants.HORIZON_NS
                && life.get().watermarkNs() - Math.max(outcomeNs, said.get().newestAtMostNs()) > LONGEST_NS;
        if (old && !endless) {
            broken(holder, "", "request " + request + " should have been forgotten: " + engine.leases(request));
        }
    }

    private static boolean isGoingOn(LeaseFacts lease) {
        return Absent.is(lease.endedAtNs());
    }
}
