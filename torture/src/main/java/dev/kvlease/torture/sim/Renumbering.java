package dev.kvlease.torture.sim;

import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.fleet.truth.BrokenPromise;
import dev.kvlease.fleet.truth.ReadTruth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Numbers the events of each life anew after some were left out of a history, as if the holder had never said them: else
 * every event that is left out would be a lost one.
 */
final class Renumbering {
    private final Map<String, TreeSet<Long>> goneByLife = new HashMap<>();

    private Renumbering() {}

    /** The steps that are left, without gaps where the removed ones were. */
    static List<Step.Numbered> closeGaps(List<Step.Numbered> left, List<Step.Numbered> removed) {
        Renumbering gone = new Renumbering();
        removed.forEach(each -> event(each.step()).ifPresent(gone::leaveOut));
        left.forEach(each -> event(each.step()).ifPresent(gone::keep));
        if (gone.goneByLife.values().stream().allMatch(TreeSet::isEmpty)) {
            return left;
        }
        List<Step.Numbered> renumbered = new ArrayList<>();
        left.forEach(each -> renumbered.add(new Step.Numbered(each.id(), gone.renumbered(each.step()))));
        return renumbered;
    }

    private static Optional<LeaseEvent> event(Step step) {
        boolean isEvent = step instanceof Step.Consume consume && consume.input() instanceof InputRecord.Event;
        return isEvent ? Optional.of(((InputRecord.Event) ((Step.Consume) step).input()).event()) : Optional.empty();
    }

    private void leaveOut(LeaseEvent event) {
        if (event.seq() > 0) {
            goneByLife.computeIfAbsent(event.life(), life -> new TreeSet<>()).add(event.seq());
        }
    }

    /** Another copy of the event is still there. */
    private void keep(LeaseEvent event) {
        TreeSet<Long> gone = goneByLife.get(event.life());
        if (gone != null) {
            gone.remove(event.seq());
        }
    }

    private long seq(String life, long seq) {
        TreeSet<Long> gone = goneByLife.get(life);
        return gone == null || seq < 0 ? seq : seq - gone.headSet(seq).size();
    }

    private Step renumbered(Step step) {
        if (step instanceof Step.Truth truth) {
            return new Step.Truth(renumbered(truth.read()));
        }
        if (step instanceof Step.Betrayal betrayal) {
            BrokenPromise of = betrayal.promise();
            long leaseSeq = seq(of.holderLife(), of.leaseSeq());
            return new Step.Betrayal(new BrokenPromise(of.holder(), of.holderLife(), of.requestId(), leaseSeq));
        }
        if (!(step instanceof Step.Consume consume)) {
            return step;
        }
        InputRecord input = consume.input();
        if (input instanceof InputRecord.Event event) {
            input = new InputRecord.Event(renumbered(event.event()));
        } else if (input instanceof InputRecord.Outcome outcome) {
            input = new InputRecord.Outcome(renumbered(outcome.outcome()));
        }
        return new Step.Consume(consume.partition(), consume.topic(), consume.offset(), consume.recordTimeMs(), input);
    }

    private LeaseEvent renumbered(LeaseEvent event) {
        return new LeaseEvent(
                event.type(),
                event.holder(),
                event.life(),
                seq(event.life(), event.seq()),
                event.clockNs(),
                event.requestId(),
                event.blockIds(),
                event.sharedPrefixBlocks(),
                event.expiryNs(),
                event.maxReads(),
                event.numTokens(),
                event.numBlocks(),
                event.reason());
    }

    private ReadOutcome renumbered(ReadOutcome outcome) {
        return new ReadOutcome(
                outcome.reader(),
                outcome.readerLife(),
                outcome.holder(),
                outcome.holderLife(),
                outcome.requestId(),
                outcome.readRequestId(),
                seq(outcome.holderLife(), outcome.leaseSeq()),
                outcome.status(),
                outcome.startedNs(),
                outcome.finishedNs());
    }

    private ReadTruth renumbered(ReadTruth read) {
        return new ReadTruth(
                read.reader(),
                read.readerLife(),
                read.holder(),
                read.holderLife(),
                read.requestId(),
                read.readRequestId(),
                seq(read.holderLife(), read.leaseSeq()),
                read.fate(),
                read.reason(),
                read.originalFixReads(),
                read.actual(),
                read.ungated());
    }
}
