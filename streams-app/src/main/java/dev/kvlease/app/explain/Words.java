package dev.kvlease.app.explain;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.Arrays;
import java.util.Locale;

/** Records and what follows from them, as sentences. */
final class Words {
    private Words() {}

    static String of(Input input) {
        if (input instanceof Input.Event event) {
            return event(event.event());
        }
        if (input instanceof Input.Sample sample) {
            return sample(sample.sample());
        }
        if (input instanceof Input.Intent intent) {
            return intent(intent.intent());
        }
        return outcome(((Input.Outcome) input).outcome());
    }

    private static String event(LeaseEvent event) {
        String what =
                switch (event.type()) {
                    case ENGINE_STARTED -> "starts life " + event.life();
                    case ENGINE_HEARTBEAT -> "is alive";
                    case BLOCKS_ALLOCATED ->
                        "leases " + blocks(event) + " to " + event.requestId()
                                + until(event.expiryNs(), event.clockNs()) + reads(event.maxReads());
                    case LEASE_EXTENDED ->
                        "extends the lease of " + event.requestId() + until(event.expiryNs(), event.clockNs());
                    case BLOCKS_RELEASED ->
                        "releases the blocks of " + event.requestId()
                                + (event.reason().isEmpty() ? "" : " (" + event.reason() + ")");
                    case BLOCKS_EXPIRED -> "sweeps the expired lease of " + event.requestId();
                    case UNKNOWN -> "sends an event of an unknown type";
                };
        return event.holder() + " " + what + ", seq " + event.seq();
    }

    private static String blocks(LeaseEvent event) {
        int count = event.blockIds()
                .map(groups ->
                        Arrays.stream(groups).mapToInt(group -> group.length).sum())
                .orElse(0);
        return count + (count == 1 ? " block" : " blocks");
    }

    private static String until(long expiryNs, long clockNs) {
        if (Absent.is(expiryNs)) {
            return " without a deadline";
        }
        return " until " + Times.clock(expiryNs) + " (" + Times.span(expiryNs - clockNs)
                + (expiryNs < clockNs ? " ago)" : " ahead)");
    }

    private static String reads(long maxReads) {
        if (Absent.is(maxReads)) {
            return "";
        }
        return maxReads == 1 ? " for one read" : " for " + maxReads + " reads";
    }

    private static String sample(HandshakeSample sample) {
        return sample.reader() + " asks " + sample.holder() + " for its clock: " + Times.clock(sample.remoteNs())
                + ", round trip " + Times.span(sample.receivedNs() - sample.sentNs());
    }

    private static String intent(ReadIntent intent) {
        String blocks = intent.numLocalBlocks() == 1 ? " block" : " blocks";
        return intent.reader() + " asks to read, as " + intent.readRequestId() + ": " + intent.numLocalBlocks() + blocks
                + " to fill" + (Absent.is(intent.nowNs()) ? ", asked by a router" : "")
                + (Absent.is(intent.expiryNs()) ? "" : ", told expiry " + Times.clock(intent.expiryNs()))
                + intent.holderLife().map(life -> ", of life " + life).orElse("");
    }

    private static String outcome(ReadOutcome outcome) {
        String how =
                switch (outcome.status()) {
                    case COMPLETED -> " has read, as ";
                    case DECLINED -> " did not read, as ";
                    case FAILED -> " could not use what it read, as ";
                    case UNKNOWN -> " ended in an unknown way, as ";
                };
        String when = outcome.status() == ReadStatus.DECLINED
                ? ""
                : ": from " + Times.clock(outcome.startedNs()) + " to " + Times.clock(outcome.finishedNs()) + " ("
                        + Times.span(outcome.finishedNs() - outcome.startedNs()) + ")";
        return outcome.reader() + how + outcome.readRequestId() + when;
    }

    static String of(Consequence consequence) {
        if (consequence instanceof Consequence.Answer answer) {
            return verdict(answer.verdict());
        }
        if (consequence instanceof Consequence.Wrong wrong) {
            return violation(wrong.violation());
        }
        if (consequence instanceof Consequence.Clock clock) {
            return clock(clock.offset());
        }
        if (consequence instanceof Consequence.Refused refused) {
            return "refused: " + refused.reason().meaning() + " (" + refused.reason() + ")";
        }
        if (consequence instanceof Consequence.Gap gap) {
            return gap.fromSeq() == gap.toSeq()
                    ? "seq " + gap.fromSeq() + " is missing so far"
                    : "seq " + gap.fromSeq() + " to " + gap.toSeq() + " are missing so far";
        }
        return note(((Consequence.Noted) consequence).note());
    }

    static String verdict(Verdict verdict) {
        boolean revocation = verdict.trigger() != Trigger.READ_INTENT;
        return (revocation ? "takes back: " : "") + verdict.status() + ", " + verdict.reason() + " ("
                + verdict.evidence().rule() + (verdict.provisional() ? ", provisional" : "") + ")"
                + (revocation ? " for " + verdict.readRequestId() : "") + bounds(verdict);
    }

    private static String bounds(Verdict verdict) {
        String start = Absent.is(verdict.readableUntilNs())
                ? ""
                : ", may start until " + Times.clock(verdict.readableUntilNs());
        String end = Absent.is(verdict.deadlineNs())
                ? ""
                : ", bytes must be there before " + Times.clock(verdict.deadlineNs());
        return start + end;
    }

    private static String violation(Violation violation) {
        return "VIOLATION: " + violation.type() + ", " + violation.certainty()
                + (violation.readRequestId().isEmpty() ? "" : ", read " + violation.readRequestId())
                + (violation.by().isEmpty() ? "" : ", blocks taken by " + violation.by())
                + (Absent.is(violation.leaseEndNs()) ? "" : ", lease over at " + Times.clock(violation.leaseEndNs()))
                + (violation.incompleteEvidence() ? ", on incomplete evidence" : "");
    }

    static String clock(ClockOffset offset) {
        String known = String.format(
                Locale.ROOT,
                "%s's clock = %s's + %s s, give or take %s",
                offset.holder(),
                offset.reader(),
                Times.clock(offset.offsetNs()),
                Times.span((offset.hiNs() - offset.loNs() + 1) / 2));
        return offset.suspect() ? known + "; in doubt, not used" : known;
    }

    private static String note(Note note) {
        return note.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
