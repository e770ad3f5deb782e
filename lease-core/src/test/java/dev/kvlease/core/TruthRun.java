package dev.kvlease.core;

import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.fleet.Delivered;
import dev.kvlease.fleet.FleetSimulation;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.LeaseEventKind;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.fleet.scenario.FleetScenario;
import dev.kvlease.fleet.scenario.ReaderPolicy;
import dev.kvlease.fleet.truth.LeaseEnd;
import dev.kvlease.fleet.truth.LeaseEndKind;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadSpan;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.model.Answers;
import dev.kvlease.model.EventLines;
import dev.kvlease.model.PlainAnswer;
import dev.kvlease.model.PlainRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One history: the fleet's records go to whoever judges, verdicts go back, and both are held against the truth. */
final class TruthRun {
    /** What was said of one read. */
    private static final class Said {
        private boolean readableWhileUntracked;
        private boolean readableUnchecked;
        private final List<PlainAnswer.Violation> violations = new ArrayList<>();
    }

    /** After this, a heartbeat has told the time at which a read had surely ended. */
    private static final long TIME_TO_JUDGE_NS = 5_000_000_000L;

    private final FleetScenario scenario;
    private final long seed;
    private final Answers judge;
    private final List<PlainRecord.Stamped> records = new ArrayList<>();
    private final List<ReadTruth> truths = new ArrayList<>();
    private final Map<String, Said> saidByRead = new HashMap<>();
    private final List<PlainAnswer.Violation> readless = new ArrayList<>();
    private final Set<String> tracked = new HashSet<>();
    private final Map<String, Integer> allocations = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    private boolean untracked;

    TruthRun(FleetScenario scenario, long seed, Answers judge) {
        this.scenario = scenario;
        this.seed = seed;
        this.judge = judge;
    }

    /** Keeps all lease events back, as if the holders sent none. */
    TruthRun untracked() {
        untracked = true;
        return this;
    }

    /** Plays the history to its end. */
    TruthRun play() {
        FleetSimulation fleet = new FleetSimulation(scenario, seed, truths::add);
        for (Optional<Delivered> next = fleet.poll(); next.isPresent(); next = fleet.poll()) {
            if (untracked && next.get().record() instanceof LeaseEventRecord) {
                continue;
            }
            note(next.get().record());
            PlainRecord.Stamped record = FleetRecords.plain(next.get());
            records.add(record);
            for (PlainAnswer answer : judge.apply(record)) {
                take(answer, record.value().holder(), fleet);
            }
        }
        return this;
    }

    /** Checks what must hold on any network, whatever readers do. */
    TruthRun check() {
        for (ReadTruth truth : truths) {
            Said said = saidByRead.getOrDefault(truth.readRequestId(), new Said());
            if (scenario.policy() == ReaderPolicy.GATED) {
                checkSafe(truth, said);
            }
            for (PlainAnswer.Violation violation : said.violations) {
                checkTrue(violation, truth);
            }
        }
        readless.stream()
                .filter(v -> !v.incompleteEvidence())
                .forEach(violation -> faults.add("a holder that keeps its leases is accused: " + violation));
        return this;
    }

    /** Checks that every foreign read was found; only where every record arrives at once. */
    TruthRun checkAllFound() {
        long judgedNs = scenario.durationNs() + scenario.tailNs() - TIME_TO_JUDGE_NS;
        for (ReadTruth truth : truths) {
            Said said = saidByRead.getOrDefault(truth.readRequestId(), new Said());
            boolean open = truth.ungated().finishedTrueNs() > judgedNs;
            boolean replaced = allocations.getOrDefault(truth.requestId(), 0) > 1;
            boolean consumed = truth.actual()
                    .map(span -> span.end().reason().equals(LeaseEvent.READ_COMPLETED))
                    .orElse(false);
            if (truth.usedForeignBytes() && said.violations.isEmpty() && !open && !replaced && !consumed) {
                faults.add("foreign, and nobody noticed: " + truth);
            }
        }
        return this;
    }

    /** Something else is wrong with this history. */
    void fault(String fault) {
        faults.add(fault);
    }

    List<ReadTruth> truths() {
        return truths;
    }

    int records() {
        return records.size();
    }

    List<PlainAnswer.Violation> violations() {
        return saidByRead.values().stream()
                .flatMap(said -> said.violations.stream())
                .toList();
    }

    boolean hasFaults() {
        return !faults.isEmpty();
    }

    /** Fails with the seed and the history as an event file if a check has found something. */
    void report() {
        if (faults.isEmpty()) {
            return;
        }
        Path file = Path.of("target", "ground-truth", "seed-" + seed + "-" + scenario.policy() + ".events.ndjson");
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, EventLines.print(records));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("seed " + seed + " of " + scenario + ", history in " + file.toAbsolutePath() + ":\n"
                + String.join("\n", faults));
    }

    private void note(FleetRecord record) {
        if (!(record instanceof LeaseEventRecord event)) {
            return;
        }
        if (event.kind() == LeaseEventKind.ENGINE_STARTED) {
            tracked.add(event.holder());
        }
        if (event.kind() == LeaseEventKind.BLOCKS_ALLOCATED) {
            allocations.merge(event.requestId(), 1, Integer::sum);
        }
    }

    private void take(PlainAnswer answer, String holder, FleetSimulation fleet) {
        if (answer instanceof PlainAnswer.Verdict verdict) {
            Said said = saidByRead.computeIfAbsent(verdict.read(), read -> new Said());
            boolean untracked = verdict.status().equals("READABLE") && !tracked.contains(holder);
            said.readableWhileUntracked |= untracked;
            said.readableUnchecked |= untracked && verdict.rule().equals("V12");
            fleet.onVerdict(FleetRecords.verdict(verdict));
        } else if (answer instanceof PlainAnswer.Violation violation && violation.read() != null) {
            saidByRead
                    .computeIfAbsent(violation.read(), read -> new Said())
                    .violations
                    .add(violation);
        } else if (answer instanceof PlainAnswer.Violation violation) {
            readless.add(violation);
        } else if (answer instanceof PlainAnswer.Refused refused) {
            faults.add("refused: " + refused + " of " + records.get(records.size() - 1));
        }
    }

    /**
     * Guarantee 1 of the design: only an early end of which nothing had arrived yet can slip through. Of a holder that
     * is not tracked nothing but its deadlines can be known, if the asker names them.
     */
    private void checkSafe(ReadTruth truth, Said said) {
        if (truth.fate() != ReadFate.COMPLETED || said.readableUnchecked) {
            return;
        }
        ReadSpan span = truth.actual().orElseThrow();
        if (!span.unsafe()) {
            return;
        }
        LeaseEnd end = span.end();
        boolean early = end.kind() != LeaseEndKind.DEADLINE;
        if (early && said.readableWhileUntracked) {
            return;
        }
        long couldKnowNs = end.knownTrueNs() + scenario.network().verdictDelayNs();
        boolean unheard = end.knownTrueNs() == FleetRecord.ABSENT || couldKnowNs >= span.finishedTrueNs();
        if (!early || !unheard) {
            faults.add("told READABLE, and unsafe: " + truth);
        }
    }

    private void checkTrue(PlainAnswer.Violation violation, ReadTruth truth) {
        boolean lie = truth.fate() != ReadFate.COMPLETED
                || !truth.actual().map(ReadSpan::unsafe).orElse(false);
        boolean sameLease = violation.leaseSeq() == null || violation.leaseSeq() == truth.leaseSeq();
        boolean sure = violation.certainty().equals("CERTAIN") && !violation.incompleteEvidence();
        if (sure && lie && sameLease) {
            faults.add("certain, and not so: " + violation + " of " + truth);
        }
    }
}
