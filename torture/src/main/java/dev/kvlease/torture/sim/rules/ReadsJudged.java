package dev.kvlease.torture.sim.rules;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.audit.Judgement;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.fleet.truth.ReadFate;
import dev.kvlease.fleet.truth.ReadTruth;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The audit finds every read that took another request's bytes, of which it has heard and which it can judge: what it lets
 * pass, it lets pass for a reason that it names.
 */
final class ReadsJudged extends Invariant {
    private static final Set<Note> NOT_JUDGED = EnumSet.of(
            Note.NOT_JUDGEABLE_UNTRACKED,
            Note.NOT_JUDGEABLE_CLOCK_UNKNOWN,
            Note.NOT_JUDGEABLE_TOO_MANY,
            Note.OUTCOME_OF_UNKNOWN_LIFE);

    private final Map<String, ReadTruth> contaminated = new HashMap<>();
    private final Set<String> heard = new HashSet<>();
    private final Set<String> unnamed = new HashSet<>();
    private final Set<String> notJudgeable = new HashSet<>();
    private final Map<String, Judged> judged = new HashMap<>();

    private record Judged(long leaseSeq, boolean found, boolean incomplete) {}

    private final Told told;

    ReadsJudged(TrueClocks clocks, Consumer<Broken> broken) {
        super(broken);
        this.told = new Told(clocks);
    }

    @Override
    public void consuming(Consumed record) {
        told.take(record);
        if (record.input() instanceof InputRecord.Outcome outcome) {
            heard.add(outcome.outcome().readRequestId());
            if (Absent.is(outcome.outcome().leaseSeq())) {
                unnamed.add(outcome.outcome().readRequestId());
            }
        }
    }

    @Override
    public void noted(Note note, Consumed record) {
        if (record.input() instanceof InputRecord.Outcome outcome && NOT_JUDGED.contains(note)) {
            notJudgeable.add(outcome.outcome().readRequestId());
        }
    }

    @Override
    public void judged(Judgement judgement) {
        judged.put(
                judgement.readRequestId(),
                new Judged(judgement.leaseSeq(), judgement.finding().isPresent(), judgement.incompleteEvidence()));
    }

    @Override
    public void read(ReadTruth truth) {
        if (truth.fate() == ReadFate.COMPLETED && truth.usedForeignBytes()) {
            contaminated.put(truth.readRequestId(), truth);
        }
    }

    @Override
    public void ended(Ended end) {
        Set<String> accused =
                end.violations().stream().map(Violation::readRequestId).collect(Collectors.toSet());
        for (ReadTruth truth : contaminated.values()) {
            String read = truth.readRequestId();
            boolean excused = accused.contains(read)
                    || !heard.contains(read)
                    || notJudgeable.contains(read)
                    || !told.isTold(truth, end.evidence().get(truth.holder()))
                    || end.evidence().get(truth.holder()).forgetful();
            if (!excused) {
                missed(truth, end).ifPresent(how -> broken(truth.holder(), truth.reader(), how + ": " + truth));
            }
        }
    }

    private Optional<String> missed(ReadTruth truth, Ended end) {
        Judged judgement = judged.get(truth.readRequestId());
        if (judgement == null) {
            return isWaiting(truth, end) ? Optional.empty() : Optional.of("never judged");
        }
        if (judgement.found()) {
            return Optional.of("found, and the report was lost");
        }
        // which lease an outcome means that names none is guessed
        boolean ofAnother = judgement.leaseSeq() != truth.leaseSeq() && unnamed.contains(truth.readRequestId());
        boolean declared = judgement.incomplete()
                || ofAnother
                || told.isMistaken(truth, judgement.leaseSeq())
                || truth.actual().orElseThrow().end().reason().equals(LeaseEvent.READ_COMPLETED);
        return declared ? Optional.empty() : Optional.of("judged to be clean");
    }

    private static boolean isWaiting(ReadTruth truth, Ended end) {
        return end.engines().containsKey(truth.holder())
                && end.engines().get(truth.holder()).reads(truth.reader(), truth.requestId()).stream()
                        .anyMatch(read -> read.readRequestId().equals(truth.readRequestId()) && read.waiting());
    }
}
