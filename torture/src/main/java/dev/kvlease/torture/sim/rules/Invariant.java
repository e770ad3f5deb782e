package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.fleet.truth.BrokenPromise;
import dev.kvlease.fleet.truth.ReadTruth;
import dev.kvlease.gate.core.Confirmation;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.ReadKey;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Something that must hold of every history. It is told of everything that happens and says when it does not hold. */
public abstract class Invariant {
    private final Consumer<Broken> broken;

    /**
     * A rule.
     *
     * @param broken told each time it does not hold
     */
    protected Invariant(Consumer<Broken> broken) {
        this.broken = broken;
    }

    /**
     * Its name.
     *
     * @return the name of its class
     */
    public final String name() {
        return getClass().getSimpleName();
    }

    /** It does not hold. */
    final void broken(String holder, String reader, String detail) {
        broken.accept(new Broken(name(), holder, reader, detail));
    }

    /**
     * A record is about to be applied.
     *
     * @param record the record
     */
    public void consuming(Consumed record) {}

    /**
     * It was applied.
     *
     * @param record the record
     * @param verdicts what it gave; last words that a restored task repeated are not among them
     */
    public void consumed(Consumed record, List<Verdict> verdicts) {}

    /**
     * A verdict was given, by a record or as a last word.
     *
     * @param verdict the verdict
     * @param record the record that was taken
     * @param evidence what had been said of the verdict's holder
     */
    public void said(Verdict verdict, Consumed record, Evidence evidence) {}

    /**
     * A read was judged.
     *
     * @param judgement the judgement
     */
    public void judged(Judgement judgement) {}

    /**
     * A violation was reported.
     *
     * @param violation the violation
     */
    public void accused(Violation violation) {}

    /**
     * Something was counted.
     *
     * @param note what
     * @param record the record that was taken
     */
    public void noted(Note note, Consumed record) {}

    /**
     * A task has committed.
     *
     * @param partition its partition
     */
    public void committed(int partition) {}

    /**
     * A reader's gate has decided about what was read.
     *
     * @param reader the reader
     * @param key the read
     * @param decision the decision
     * @param permit the last READABLE of the stream, if any
     */
    public void decided(String reader, ReadKey key, Confirmation decision, Optional<GateVerdict> permit) {}

    /**
     * A holder breaks its promise.
     *
     * @param promise which
     */
    public void broken(BrokenPromise promise) {}

    /**
     * A read is over.
     *
     * @param truth what really happened
     */
    public void read(ReadTruth truth) {}

    /**
     * The history is over.
     *
     * @param end what is left
     */
    public void ended(Ended end) {}
}
