package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.fleet.truth.BrokenPromise;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadSpan;
import dev.kvlease.fleet.truth.ReadTruth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What the audit calls CERTAIN is so, whatever was lost; no holder that keeps its leases is accused on full evidence. */
final class AccusationsAreTrue extends Invariant {
    private final List<Violation> certain = new ArrayList<>();
    private final Set<BrokenPromise> brokenPromises = new HashSet<>();
    private final Map<String, ReadTruth> truths = new HashMap<>();

    AccusationsAreTrue(Consumer<Broken> broken) {
        super(broken);
    }

    @Override
    public void accused(Violation violation) {
        boolean ofRead = !violation.readRequestId().isEmpty();
        if (ofRead && violation.certainty() == Certainty.CERTAIN) {
            certain.add(violation);
        }
        boolean isFaithful = !brokenPromises.contains(new BrokenPromise(
                violation.holder(), violation.holderLife(), violation.requestId(), violation.leaseSeq()));
        if (violation.type() == ViolationType.DOUBLE_ALLOCATION && !violation.incompleteEvidence() && isFaithful) {
            broken(violation.holder(), "", "a faithful holder is accused: " + violation);
        }
    }

    @Override
    public void broken(BrokenPromise promise) {
        brokenPromises.add(promise);
    }

    @Override
    public void read(ReadTruth truth) {
        if (truth.actual().isPresent()) {
            truths.put(truth.readRequestId(), truth);
        }
    }

    @Override
    public void ended(Ended end) {
        for (Violation violation : certain) {
            ReadTruth truth = truths.get(violation.readRequestId());
            boolean sameLease = truth != null && truth.leaseSeq() == violation.leaseSeq();
            if (sameLease && !isSo(truth)) {
                broken(violation.holder(), violation.reader(), "not certain: " + violation + " of " + truth);
            }
        }
    }

    private static boolean isSo(ReadTruth truth) {
        return truth.fate() == ReadFate.COMPLETED
                && truth.actual().filter(ReadSpan::unsafe).isPresent();
    }
}
