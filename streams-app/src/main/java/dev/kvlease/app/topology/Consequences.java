package dev.kvlease.app.topology;

import dev.kvlease.core.Effects;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects what follows from one record, so that it is written only once the record has been applied as a whole. */
public final class Consequences implements Effects {
    private final List<Verdict> verdicts = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();
    private final List<ClockOffset> clockOffsets = new ArrayList<>();
    private final Map<Note, Integer> notes = new EnumMap<>(Note.class);
    private final Map<EndReason, Integer> leasesEnded = new EnumMap<>(EndReason.class);
    private Optional<BadRecord> refusal = Optional.empty();

    @Override
    public void verdict(Verdict verdict) {
        verdicts.add(verdict);
    }

    @Override
    public void violation(Violation violation) {
        violations.add(violation);
    }

    @Override
    public void clockOffset(ClockOffset offset) {
        clockOffsets.add(offset);
    }

    @Override
    public void refused(BadRecord reason) {
        refusal = Optional.of(reason);
    }

    @Override
    public void note(Note note) {
        notes.merge(note, 1, Integer::sum);
    }

    @Override
    public void leaseEnded(EndReason reason) {
        leasesEnded.merge(reason, 1, Integer::sum);
    }

    Map<EndReason, Integer> leasesEnded() {
        return leasesEnded;
    }

    /**
     * The verdicts that follow.
     *
     * @return in the order in which they are written; valid until the next record
     */
    public List<Verdict> verdicts() {
        return verdicts;
    }

    List<Violation> violations() {
        return violations;
    }

    List<ClockOffset> clockOffsets() {
        return clockOffsets;
    }

    Map<Note, Integer> notes() {
        return notes;
    }

    Optional<BadRecord> refusal() {
        return refusal;
    }

    void clear() {
        verdicts.clear();
        violations.clear();
        clockOffsets.clear();
        notes.clear();
        leasesEnded.clear();
        refusal = Optional.empty();
    }
}
