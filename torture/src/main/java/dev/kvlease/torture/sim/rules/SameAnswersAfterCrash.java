package dev.kvlease.torture.sim.rules;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A task that was restored says the same of every record as one that never crashed, if it goes on exactly where it was. One
 * that takes records twice says READABLE of no further record of which the other would not, except that other reads may
 * hold the claims of a lease: whose turn it is depends on what had been given back when the others were taken again.
 */
final class SameAnswersAfterCrash extends Invariant {
    private final Settings settings;
    private final boolean exactly;
    private final Map<String, Evidence> evidence;
    private final Map<String, LeaseEngine> uncrashed = new HashMap<>();
    private final Map<String, List<String>> answersSinceCommit = new HashMap<>();

    SameAnswersAfterCrash(Settings settings, boolean exactly, Map<String, Evidence> evidence, Consumer<Broken> broken) {
        super(broken);
        this.settings = settings;
        this.exactly = exactly;
        this.evidence = evidence;
    }

    @Override
    public void consumed(Consumed record, List<Verdict> verdicts) {
        String place =
                record.partition() + " " + record.topic() + " " + record.at().offset();
        if (!exactly && mayCountNow(record)) {
            uncrashedAnswers(record);
        }
        List<String> expected = record.first() ? uncrashedAnswers(record) : answersSinceCommit.get(place);
        if (expected == null) {
            return;
        }
        if (record.first() && exactly) {
            answersSinceCommit.put(place, expected);
        }
        List<String> told = comparable(verdicts);
        boolean same = exactly ? told.equals(expected) : !record.first() || isNotMoreLenient(told, expected);
        if (!same) {
            broken(record.input().holder(), "", "at " + place + " told " + told + " instead of " + expected);
        }
    }

    /** An event that came before its life had started, and comes again when what was restored may know the life. */
    private boolean mayCountNow(Consumed record) {
        return !record.first()
                && record.input() instanceof InputRecord.Event event
                && evidence.get(event.holder()).isPassedOver(record.at().offset());
    }

    private List<String> uncrashedAnswers(Consumed record) {
        LeaseEngine engine =
                uncrashed.computeIfAbsent(record.input().holder(), holder -> new LeaseEngine(holder, settings, false));
        Told told = new Told(new ArrayList<>());
        record.input().applyTo(engine, record.at(), told);
        return comparable(told.verdicts());
    }

    /** The order between the reads that one record revokes is free. */
    private List<String> comparable(List<Verdict> verdicts) {
        return verdicts.stream().map(this::comparable).sorted().toList();
    }

    private static boolean isNotMoreLenient(List<String> told, List<String> expected) {
        boolean claimed = expected.stream().anyMatch(answer -> answer.contains(" CLAIMED "));
        return claimed || expected.containsAll(readable(told));
    }

    private static List<String> readable(List<String> told) {
        return told.stream().filter(answer -> answer.contains(" READABLE ")).toList();
    }

    private String comparable(Verdict verdict) {
        String what = verdict.reader() + " " + verdict.readRequestId() + " " + verdict.leaseSeq() + " "
                + verdict.status() + " " + verdict.reason() + " " + verdict.trigger() + " " + verdict.provisional();
        return exactly ? what + " " + verdict.readableUntilNs() + " " + verdict.deadlineNs() : what;
    }

    @Override
    public void committed(int partition) {
        answersSinceCommit.keySet().removeIf(place -> place.startsWith(partition + " "));
    }

    private record Told(List<Verdict> verdicts) implements Effects {
        @Override
        public void verdict(Verdict verdict) {
            verdicts.add(verdict);
        }

        @Override
        public void violation(Violation violation) {}

        @Override
        public void clockOffset(ClockOffset offset) {}

        @Override
        public void refused(BadRecord reason) {}

        @Override
        public void note(Note note) {}
    }
}
