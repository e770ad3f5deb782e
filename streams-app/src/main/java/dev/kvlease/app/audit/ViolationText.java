package dev.kvlease.app.audit;

import dev.kvlease.app.explain.Times;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.common.Absent;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** One violation as text: whose bytes, read by whom, why, how late, and what the reader had been told. */
final class ViolationText {
    /** What a shell takes as it is. */
    private static final Pattern PLAIN_WORD = Pattern.compile("[\\w./:@%+=,-]+");

    private final FoundViolation found;
    private final Violation violation;
    private final AuditSource source;
    private final StringBuilder text = new StringBuilder();

    private ViolationText(FoundViolation found, AuditSource source) {
        this.found = found;
        this.violation = found.violation();
        this.source = source;
    }

    /** Lines, each ended. */
    static String of(FoundViolation found, AuditSource source) {
        ViolationText violation = new ViolationText(found, source);
        violation.write();
        return violation.text.toString();
    }

    private void write() {
        line(
                "%s  %-8s  %s at %s",
                Times.record(found.timeMs()), violation.certainty(), violation.type(), violation.holder());
        line("    %s", whoseAndWho());
        line("    because   %s%s", found.cause().meaning(), reason());
        distance();
        if (!violation.readRequestId().isEmpty()) {
            line("    was told  %s", told(found.told()));
        }
        found.outcome().ifPresent(outcome -> line("    reported  in %s", outcome));
        line("    judged    by %s", found.judgedAt());
        if (violation.incompleteEvidence()) {
            line("    beware    lease events are missing that might change this");
        }
        line("    explain   %s", explain());
    }

    /** A line to paste; where topics were read, the options that reach them are to be added. */
    private String explain() {
        StringBuilder command = new StringBuilder("./kvlease explain");
        source.names().forEach(name -> option(command, "input", name));
        option(command, "holder", violation.holder());
        option(command, "request", violation.requestId());
        if (!violation.readRequestId().isEmpty()) {
            option(command, "read", violation.readRequestId());
        }
        return command.toString();
    }

    private static void option(StringBuilder command, String name, String value) {
        command.append(" --").append(name).append(' ').append(shellWord(value));
    }

    /** As a shell takes it for one word. */
    static String shellWord(String value) {
        return PLAIN_WORD.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
    }

    private String whoseAndWho() {
        String bytes = found.takers().isEmpty() ? violation.by().isEmpty() ? "nobody known" : violation.by() : takers();
        if (violation.readRequestId().isEmpty()) {
            return "lease     of " + violation.requestId() + ", blocks given to " + bytes;
        }
        return "read      " + violation.readRequestId() + " by " + violation.reader() + ", of the lease of "
                + violation.requestId() + "; blocks given to " + bytes;
    }

    private String takers() {
        StringJoiner takers = new StringJoiner(", ");
        found.takers().forEach(taker -> takers.add(taker.requestId() + " (" + blocksOf(taker) + ")"));
        int more = found.takersInAll() - found.takers().size();
        return takers + (more > 0 ? " and " + more + " more" : "");
    }

    /** A prefix that both share holds the same bytes: whoever has only that took nothing away. */
    static String blocksOf(Taker taker) {
        String blocks = taker.blocks() + (taker.blocks() == 1 ? " block" : " blocks");
        return taker.exclusive() == 0 ? blocks + " of a shared prefix" : blocks;
    }

    private String reason() {
        return found.endReason().isEmpty() ? "" : " (" + found.endReason() + ")";
    }

    private void distance() {
        if (Absent.is(violation.finishedMinNs()) || Absent.is(violation.leaseEndNs())) {
            return;
        }
        line(
                "    by        %s to %s past the lease's end%s",
                signed(violation.finishedMinNs() - violation.leaseEndNs()),
                signed(violation.finishedMaxNs() - violation.leaseEndNs()),
                Absent.is(found.expiryNs())
                        ? ""
                        : "; the deadline was " + deadline(found.expiryNs() - violation.finishedMaxNs()));
    }

    private static String signed(long ns) {
        return (ns < 0 ? "-" : "") + Times.span(ns);
    }

    private static String deadline(long leftNs) {
        return Times.span(leftNs) + (leftNs < 0 ? " before the read's end" : " after it");
    }

    private static String told(Told told) {
        if (told.verdict().isEmpty()) {
            return "nothing: no intent of this read is among the records";
        }
        String why = told.verdict().get().reason() + ", rule "
                + told.verdict().get().evidence().rule();
        return switch (told.answer()) {
            case READABLE -> "READABLE (" + why + ")";
            case EXPIRED -> "EXPIRED (" + why + "), and read all the same";
            case REVOKED -> "READABLE, which was taken back before its outcome came (" + why + ")";
            case NOT_ASKED -> "nothing";
        };
    }

    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append(System.lineSeparator());
    }
}
