package dev.kvlease.app.topology;

import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.app.eventfile.LineInfo;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.schemas.ClockOffset;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictTrigger;
import dev.kvlease.schemas.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What came out, in order. */
final class Outputs implements ReplayObserver {
    final List<Verdict> verdicts = new ArrayList<>();
    final List<Violation> violations = new ArrayList<>();
    final List<ClockOffset> clockOffsets = new ArrayList<>();
    final List<BadRecord> refusals = new ArrayList<>();

    /** What each reader holds for true in the end: a revocation, else the answer of the highest revision. */
    Map<String, Verdict> finalWords() {
        Map<String, Verdict> words = new TreeMap<>();
        verdicts.forEach(verdict -> words.merge(readOf(verdict), verdict, Outputs::later));
        return words;
    }

    static String readOf(Verdict verdict) {
        return verdict.getReaderEngineId() + "|" + verdict.getReadRequestId();
    }

    private static Verdict later(Verdict before, Verdict after) {
        if (isRevocation(before)) {
            return before;
        }
        return isRevocation(after) || after.getRevision() >= before.getRevision() ? after : before;
    }

    static boolean isRevocation(Verdict verdict) {
        return verdict.getTrigger() != VerdictTrigger.READ_INTENT;
    }

    @Override
    public void applying(Topic topic, LineInfo at) {}

    @Override
    public void nullValue() {}

    @Override
    public void verdict(dev.kvlease.core.verdict.Verdict verdict) {
        verdicts.add(OutputCodec.toAvro(verdict));
    }

    @Override
    public void violation(dev.kvlease.core.audit.Violation violation) {
        violations.add(OutputCodec.toAvro(violation));
    }

    @Override
    public void clockOffset(dev.kvlease.core.clock.ClockOffset offset) {
        clockOffsets.add(OutputCodec.toAvro(offset));
    }

    @Override
    public void refused(BadRecord reason) {
        refusals.add(reason);
    }

    @Override
    public void note(Note note) {}
}
