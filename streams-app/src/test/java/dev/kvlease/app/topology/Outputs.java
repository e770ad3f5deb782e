package dev.kvlease.app.topology;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.replay.ReplayObserver;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.schemas.ClockOffset;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictStatus;
import dev.kvlease.schemas.VerdictTrigger;
import dev.kvlease.schemas.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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

    /** What a plain run of a history gives, without a broker, stores or restarts. */
    static Outputs ofPlainRun(History history) {
        Outputs outputs = new Outputs();
        Map<String, LeaseEngine> engines = new HashMap<>();
        long offset = 0;
        for (History.Arriving record : history.records()) {
            InputRecord input = record.input().orElseThrow();
            LeaseEngine engine =
                    engines.computeIfAbsent(input.holder(), holder -> new LeaseEngine(holder, Settings.DEFAULT, false));
            Arrival arrival = new Arrival(record.timestampMs(), offset, new AsOf(0, ++offset, 0, 0, 0));
            input.applyTo(engine, arrival, outputs);
        }
        return outputs;
    }

    /** What matters to each reader of its final word; not what depends on the moment, such as revision and watermark. */
    Map<String, String> words() {
        Map<String, String> words = new TreeMap<>();
        finalWords().forEach((read, verdict) -> words.put(read, essence(verdict)));
        return words;
    }

    private static String essence(Verdict verdict) {
        return isRevocation(verdict)
                ? "revoked " + verdict.getLeaseSeq()
                : verdict.getStatus() + " " + verdict.getReason() + " " + verdict.getReadableUntilNs() + " "
                        + verdict.getDeadlineNs() + " " + verdict.getLeaseSeq();
    }

    Set<String> violationIds() {
        Set<String> ids = new TreeSet<>();
        violations.forEach(violation -> ids.add(violation.getViolationId() + " " + violation.getCertainty()));
        return ids;
    }

    /** Reads whose last word is READABLE although it is not in a plain run, or that have none. */
    List<String> unsafeComparedWith(Outputs plain) {
        Map<String, Verdict> mine = finalWords();
        List<String> unsafe = new ArrayList<>();
        plain.finalWords().forEach((read, wanted) -> {
            Verdict word = mine.get(read);
            boolean safe = word != null
                    && (word.getStatus() == VerdictStatus.EXPIRED || wanted.getStatus() == VerdictStatus.READABLE);
            if (!safe) {
                unsafe.add(read + ": " + essence(wanted) + ", but " + (word == null ? "no word" : essence(word)));
            }
        });
        return unsafe;
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
    public void applying(Topic topic, Origin at) {}

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
