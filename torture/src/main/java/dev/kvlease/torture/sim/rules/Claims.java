package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Verdict;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which reads may hold the claims of a request's leases. */
final class Claims {
    private record Request(String holder, String requestId) {}

    private record Permit(String reader, String readerLife, String holderLife, long leaseSeq) {}

    private final Map<Request, Map<String, Set<Permit>>> held = new HashMap<>();
    private final Map<Request, Set<String>> used = new HashMap<>();

    /** An outcome is consumed. */
    void take(ReadOutcome outcome) {
        Request request = new Request(outcome.holder(), outcome.requestId());
        String read = outcome.readRequestId();
        if (outcome.status() == ReadStatus.COMPLETED) {
            used.computeIfAbsent(request, id -> new HashSet<>()).add(read);
            return;
        }
        Map<String, Set<Permit>> reads = held.getOrDefault(request, new HashMap<>());
        Set<Permit> permits = reads.getOrDefault(read, new HashSet<>());
        // of an outcome that names no lease, nobody else can say which it means
        permits.remove(new Permit(outcome.reader(), outcome.readerLife(), outcome.holderLife(), outcome.leaseSeq()));
        if (permits.isEmpty()) {
            reads.remove(read);
        }
    }

    /** A verdict is given. */
    void take(Verdict verdict) {
        Rule rule = verdict.evidence().rule();
        if (verdict.status() != Status.READABLE || (rule != Rule.V16 && rule != Rule.V19)) {
            return;
        }
        held.computeIfAbsent(new Request(verdict.holder(), verdict.requestId()), id -> new HashMap<>())
                .computeIfAbsent(verdict.readRequestId(), id -> new HashSet<>())
                .add(new Permit(verdict.reader(), verdict.readerLife(), verdict.holderLife(), verdict.leaseSeq()));
    }

    /** How many reads may stand in the way of the one that a verdict is about; its own use of a claim does too. */
    int others(Verdict verdict) {
        Request request = new Request(verdict.holder(), verdict.requestId());
        Set<String> takers = new HashSet<>(held.getOrDefault(request, Map.of()).keySet());
        takers.remove(verdict.readRequestId());
        takers.addAll(used.getOrDefault(request, Set.of()));
        return takers.size();
    }
}
