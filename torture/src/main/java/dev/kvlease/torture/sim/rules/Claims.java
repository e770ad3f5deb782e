package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.Absent;
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

    private record Permit(String reader, String readerLife, String holderLife, long leaseSeq) {
        boolean isOf(ReadOutcome outcome) {
            return holderLife.equals(outcome.holderLife()) && leaseSeq == outcome.leaseSeq();
        }
    }

    private final Map<Request, Map<String, Set<Permit>>> held = new HashMap<>();
    private final Map<Request, Map<String, Integer>> used = new HashMap<>();

    /** An outcome is consumed. */
    void take(ReadOutcome outcome) {
        Request request = new Request(outcome.holder(), outcome.requestId());
        String read = outcome.readRequestId();
        Map<String, Set<Permit>> reads = held.getOrDefault(request, new HashMap<>());
        Set<Permit> permits = reads.getOrDefault(read, new HashSet<>());
        // of an outcome that names no lease, nobody else can say which it means
        if (outcome.status() == ReadStatus.COMPLETED) {
            boolean unnamed = Absent.is(outcome.leaseSeq()) && !permits.isEmpty();
            boolean wasHeld = permits.removeIf(permit -> permit.isOf(outcome));
            completed(request, read, wasHeld || unnamed);
        }
        permits.remove(new Permit(outcome.reader(), outcome.readerLife(), outcome.holderLife(), outcome.leaseSeq()));
        if (permits.isEmpty()) {
            reads.remove(read);
        }
    }

    /** The claim that it held is used up for good; told READABLE once more, the same read holds and uses another. */
    private void completed(Request request, String read, boolean held) {
        Map<String, Integer> uses = used.computeIfAbsent(request, id -> new HashMap<>());
        if (held || !uses.containsKey(read)) {
            uses.merge(read, 1, Integer::sum);
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

    /**
     * How many claims may stand in the way of the read that a verdict is about: those that others hold, and all that were
     * used up, by itself too.
     */
    int against(Verdict verdict) {
        Request request = new Request(verdict.holder(), verdict.requestId());
        Set<String> holding = held.getOrDefault(request, Map.of()).keySet();
        int others = holding.size() - (holding.contains(verdict.readRequestId()) ? 1 : 0);
        int usedUp = used.getOrDefault(request, Map.of()).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
        return others + usedUp;
    }
}
