package dev.kvlease.gate.core;

import dev.kvlease.core.verdict.Reason;
import dev.kvlease.gate.core.GateVerdict.LeaseId;
import dev.kvlease.gate.core.GateVerdict.LifeId;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Leases and lives of holders, and which are over. An end is absorbing: whatever is answered later, from whatever state of
 * the stream, such a lease is not readable again.
 */
final class Ends {
    private static final int MOST = 400_000;

    private final Map<LeaseId, Kept<LeaseState>> leases = new LinkedHashMap<>();
    private final Map<LifeId, Kept<Answer>> deadLives = new LinkedHashMap<>();
    private final Map<RequestId, Kept<Answer>> requests = new LinkedHashMap<>();

    /** Learns what an EXPIRED that is not provisional says about the lease, or the life, itself. */
    void learn(GateVerdict verdict, long nowNs) {
        if (verdict.readable() || verdict.provisional() || verdict.kind() == GateVerdict.Kind.ANSWER) {
            return;
        }
        Answer over = Answer.expired(verdict.reason(), Answer.Source.GATE);
        boolean ofLife = verdict.reason().equals(Reason.ENGINE_RESTARTED.name());
        if (ofLife && !verdict.holderLife().isEmpty()) {
            end(verdict.life(), over, nowNs);
        }
        if (verdict.leaseSeq() >= 0) {
            lease(verdict, nowNs).end(over);
            endRequest(RequestId.of(verdict.key()), over, nowNs);
        }
    }

    private void endRequest(RequestId request, Answer over, long nowNs) {
        requests.remove(request);
        dropOldest(requests);
        requests.put(request, new Kept<>(over, nowNs));
    }

    private void end(LifeId life, Answer over, long nowNs) {
        if (deadLives.containsKey(life)) {
            return;
        }
        dropOldest(deadLives);
        deadLives.put(life, new Kept<>(over, nowNs));
        for (Kept<LeaseState> kept : leases.values()) {
            if (kept.state().life().equals(life)) {
                kept.state().end(over);
            }
        }
    }

    /** The lease that an answer speaks of. */
    LeaseState lease(GateVerdict verdict, long nowNs) {
        LeaseId id = verdict.lease();
        Kept<LeaseState> known = leases.remove(id);
        LeaseState state = known == null ? new LeaseState(id.life(), ofLife(id.life())) : known.state();
        dropOldest(leases);
        leases.put(id, new Kept<>(state, nowNs));
        return state;
    }

    /** What to say of a life of a holder that is over. */
    Optional<Answer> ofLife(LifeId life) {
        return Optional.ofNullable(deadLives.get(life)).map(Kept::state);
    }

    /** What to say of a read's request that has had a lease that is over. */
    Optional<Answer> ofRequest(ReadKey key) {
        return Optional.ofNullable(requests.get(RequestId.of(key))).map(Kept::state);
    }

    /** Forgets what was not spoken of since. */
    void forgetBefore(long thenNs) {
        leases.values().removeIf(kept -> kept.touchedNs() < thenNs);
        deadLives.values().removeIf(kept -> kept.touchedNs() < thenNs);
        requests.values().removeIf(kept -> kept.touchedNs() < thenNs);
    }

    private static <K> void dropOldest(Map<K, ?> all) {
        if (all.size() >= MOST) {
            Iterator<K> oldest = all.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** All leases of a request, one after the other. */
    private record RequestId(String holder, String requestId) {
        static RequestId of(ReadKey key) {
            return new RequestId(key.holder(), key.requestId());
        }
    }

    /** A state and when it was last spoken of. */
    private record Kept<T>(T state, long touchedNs) {}
}
