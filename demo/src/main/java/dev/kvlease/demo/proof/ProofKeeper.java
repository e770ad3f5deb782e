package dev.kvlease.demo.proof;

import dev.kvlease.fleet.truth.GroundTruth;
import dev.kvlease.fleet.truth.LeaseEndKind;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.fleet.truth.TruthTotals;
import java.util.Optional;

/** Gathers the proof while the fleet runs. Safe for use by many threads. */
public final class ProofKeeper implements GroundTruth {
    private final TruthTotals totals = new TruthTotals();
    private Optional<Proof.Example> example = Optional.empty();
    private long lateDeclined;

    /** Nothing known yet. */
    public ProofKeeper() {}

    @Override
    public synchronized void read(ReadTruth read) {
        totals.read(read);
        boolean late = read.fate() == ReadFate.DECLINED && read.ungated().end().kind() == LeaseEndKind.DEADLINE;
        lateDeclined += late ? 1 : 0;
        if (late && read.ungated().foreign()) {
            // the newest is kept: its lease is the most likely to be on the screen still
            example = Optional.of(new Proof.Example(
                    read.holder(), read.reader(), read.requestId(), read.readRequestId(), read.reason()));
        }
    }

    /**
     * The proof as it stands.
     *
     * @return what the reads that are over have shown
     */
    public synchronized Proof proof() {
        return new Proof(
                totals.reads(),
                totals.completed(),
                totals.foreignUsed(),
                totals.foreignWithoutGate(),
                totals.foreignWithOriginalFix(),
                lateDeclined,
                totals.goodDeclinedByReason(),
                example);
    }
}
