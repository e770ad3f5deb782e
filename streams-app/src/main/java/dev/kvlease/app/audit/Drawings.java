package dev.kvlease.app.audit;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.explain.Consequence;
import dev.kvlease.app.explain.Entry;
import dev.kvlease.app.explain.Input;
import dev.kvlease.app.explain.LeaseHistory;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the leases to be drawn: those around violations, and those that violations are about in any case. */
final class Drawings {
    private final Drift drift;
    private final Limits limits;
    private final List<LeaseBar> bars = new ArrayList<>();
    private long leftOut;

    Drawings(Settings settings, Limits limits) {
        this.drift = new Drift(settings.driftPpm());
        this.limits = limits;
    }

    /** A violation was found: what was leased at the time is worth drawing. */
    void include(FoundViolation found, HolderTrack holder) {
        RequestTrack request = holder.request(found.violation().requestId());
        long readMs = found.timeMs();
        long fromMs = request.entries().stream()
                .mapToLong(entry -> entry.origin().recordTimeMs())
                .min()
                .orElse(readMs);
        holder.window.open(Math.min(fromMs, readMs), readMs, holder.requests());
        request.draw();
    }

    /** A request is forgotten: its leases are drawn now or never. */
    void gone(RequestTrack request) {
        if (!request.isDrawn()) {
            return;
        }
        for (LeaseHistory lease : LeaseHistory.of(request.requestId, request.entries())) {
            if (request.isSuspect() || bars.size() < limits.bars()) {
                bars.add(new LeaseBar(
                        lease, allocatedMs(lease, request), marks(lease, request.entries()), request.isSuspect()));
            } else {
                leftOut++;
            }
        }
    }

    private static long allocatedMs(LeaseHistory lease, RequestTrack request) {
        return request.entries().stream()
                .filter(entry -> entry.input() instanceof Input.Event event
                        && event.event().seq() == lease.allocation().seq()
                        && event.event().life().equals(lease.allocation().life()))
                .findFirst()
                .orElseThrow()
                .origin()
                .recordTimeMs();
    }

    private List<LeaseBar.Mark> marks(LeaseHistory lease, List<Entry> entries) {
        Map<RequestTrack.ReadName, Draft> reads = new LinkedHashMap<>();
        for (Entry entry : entries) {
            if (entry.input() instanceof Input.Intent intent) {
                draft(reads, intent.intent().reader(), intent.intent().readRequestId())
                        .asked(intent.intent(), entry);
            } else if (entry.input() instanceof Input.Outcome outcome) {
                draft(reads, outcome.outcome().reader(), outcome.outcome().readRequestId())
                        .ended(outcome.outcome(), entry);
            }
            for (Consequence consequence : entry.consequences()) {
                if (consequence instanceof Consequence.Answer answer) {
                    draft(reads, answer.verdict().reader(), answer.verdict().readRequestId())
                            .told(answer.verdict());
                }
            }
        }
        return reads.entrySet().stream()
                .filter(read -> read.getValue().isOf(lease))
                .map(read -> read.getValue().mark(read.getKey()))
                .toList();
    }

    private Draft draft(Map<RequestTrack.ReadName, Draft> reads, String reader, String readRequestId) {
        return reads.computeIfAbsent(
                new RequestTrack.ReadName(reader, readRequestId), name -> new Draft(drift, name.reader()));
    }

    List<LeaseBar> bars() {
        return bars;
    }

    long leftOut() {
        return leftOut;
    }

    /** A read as it is put together. */
    private static final class Draft {
        private final Drift drift;
        private final String reader;
        private Span asked = Span.UNKNOWN;
        private Optional<Verdict> answer = Optional.empty();
        private Optional<ReadStatus> status = Optional.empty();
        private Span started = Span.UNKNOWN;
        private Span finished = Span.UNKNOWN;
        private Optional<Origin> endedAt = Optional.empty();
        private String life = "";
        private long leaseSeq = Absent.LONG;

        Draft(Drift drift, String reader) {
            this.drift = drift;
            this.reader = reader;
        }

        void asked(ReadIntent intent, Entry entry) {
            asked = span(intent.nowNs(), entry);
        }

        void told(Verdict verdict) {
            answer = Optional.of(verdict);
            life = verdict.holderLife();
            leaseSeq = Math.max(leaseSeq, verdict.leaseSeq());
        }

        void ended(ReadOutcome outcome, Entry entry) {
            status = Optional.of(outcome.status());
            started = span(outcome.startedNs(), entry);
            finished = span(outcome.finishedNs(), entry);
            endedAt = Optional.of(entry.origin());
            life = outcome.holderLife();
            leaseSeq = Math.max(leaseSeq, outcome.leaseSeq());
        }

        private Span span(long readerNs, Entry entry) {
            ClockOffset clock = entry.clocks().get(reader);
            return clock == null || clock.suspect() ? Span.UNKNOWN : Span.of(readerNs, clock, drift);
        }

        /** A read that names no lease means whichever there is. */
        boolean isOf(LeaseHistory lease) {
            boolean named =
                    Absent.is(leaseSeq) || leaseSeq == lease.allocation().seq();
            return named && (life.isEmpty() || life.equals(lease.allocation().life()));
        }

        LeaseBar.Mark mark(RequestTrack.ReadName name) {
            return new LeaseBar.Mark(
                    name.reader(), name.readRequestId(), asked, answer, status, started, finished, endedAt);
        }
    }
}
