package dev.kvlease.app.explain;

import dev.kvlease.app.eventfile.FieldNames;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.Drift;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The leases of a case from their beginning to their end, with the deadline on the clocks of both sides. */
final class LeaseText {
    /**
     * Where a deadline lies on a reader's clock, by what was known of the pair last.
     *
     * @param reader the reader's engine id
     * @param earliestNs first reader time at which the holder's clock may read it
     * @param latestNs reader time by which the holder's clock surely reads it
     */
    private record Deadline(String reader, long earliestNs, long latestNs) {}

    private LeaseText() {}

    /** One paragraph a lease. */
    static String of(CaseFile file, Drift drift) {
        StringBuilder text = new StringBuilder();
        for (LeaseHistory lease : ofRequest(file)) {
            LeaseEvent allocation = lease.allocation();
            line(
                    text,
                    "LEASE of life %s, seq %d, on the holder's clock (~ on the reader's)",
                    allocation.life(),
                    allocation.seq());
            line(text, "  allocated %s", Times.clock(allocation.clockNs()));
            lease.extensions()
                    .forEach(extension -> line(
                            text,
                            "  extended  %s, until %s",
                            Times.clock(extension.clockNs()),
                            Times.clock(extension.expiryNs())));
            line(text, "  deadline  %s", Absent.is(lease.expiryNs()) ? "none" : Times.clock(lease.expiryNs()));
            deadlines(lease, file, drift)
                    .forEach(deadline -> line(
                            text,
                            "            between ~%s and ~%s for %s",
                            Times.clock(deadline.earliestNs()),
                            Times.clock(deadline.latestNs()),
                            deadline.reader()));
            reuse(lease, file)
                    .ifPresent(
                            reuse -> line(text, "  reused    %s, by %s", Times.clock(reuse.leaseEndNs()), reuse.by()));
            lease.end().ifPresent(end -> line(text, "  ended     %s", end(end, lease)));
            lease.replacement()
                    .ifPresent(next -> line(text, "  replaced  %s, seq %d", Times.clock(next.clockNs()), next.seq()));
            line(text, "");
        }
        return text.toString();
    }

    private static String end(LeaseEvent end, LeaseHistory lease) {
        String reason = end.reason().isEmpty() ? "" : " (" + end.reason() + ")";
        String distance = Absent.is(lease.expiryNs())
                ? ""
                : ", " + Times.span(lease.expiryNs() - end.clockNs())
                        + (end.clockNs() < lease.expiryNs() ? " before the deadline" : " after the deadline");
        return Times.clock(end.clockNs()) + ", " + end.type() + reason + distance;
    }

    /** The fields of each lease as elements of a list that is open. */
    static void write(CaseFile file, Drift drift, NdjsonWriter out) {
        for (LeaseHistory lease : ofRequest(file)) {
            LeaseEvent allocation = lease.allocation();
            out.beginElement();
            out.text(FieldNames.HOLDER_LIFE, allocation.life());
            out.number(FieldNames.LEASE_SEQ, allocation.seq());
            out.number("allocated_ns", allocation.clockNs());
            out.number("first_expiry_ns", allocation.expiryNs());
            out.beginArray("extensions");
            for (LeaseEvent extension : lease.extensions()) {
                out.beginElement();
                out.number(FieldNames.ENGINE_CLOCK, extension.clockNs());
                out.number(FieldNames.EXPIRY, extension.expiryNs());
                out.endObject();
            }
            out.endArray();
            out.number(FieldNames.EXPIRY, lease.expiryNs());
            out.beginArray("deadline_at_readers");
            for (Deadline deadline : deadlines(lease, file, drift)) {
                out.beginElement();
                out.text(FieldNames.READER, deadline.reader());
                out.number("earliest_ns", deadline.earliestNs());
                out.number("latest_ns", deadline.latestNs());
                out.endObject();
            }
            out.endArray();
            reuse(lease, file).ifPresent(reuse -> {
                out.number("reused_ns", reuse.leaseEndNs());
                out.text("reused_by", reuse.by());
            });
            lease.end().or(lease::replacement).ifPresent(end -> {
                out.number("end_ns", end.clockNs());
                out.symbol("end_event", end.type());
                out.text("end_reason", end.reason());
            });
            out.endObject();
        }
    }

    private static List<LeaseHistory> ofRequest(CaseFile file) {
        return LeaseHistory.of(file.query().request(), file.all());
    }

    /** That a block was given away, if it was. */
    private static Optional<Violation> reuse(LeaseHistory lease, CaseFile file) {
        return file.all().stream()
                .flatMap(entry -> entry.consequences().stream())
                .filter(Consequence.Wrong.class::isInstance)
                .map(consequence -> ((Consequence.Wrong) consequence).violation())
                .filter(violation -> violation.type() == ViolationType.DOUBLE_ALLOCATION
                        && violation.leaseSeq() == lease.allocation().seq()
                        && violation.holderLife().equals(lease.allocation().life()))
                .findFirst();
    }

    private static List<Deadline> deadlines(LeaseHistory lease, CaseFile file, Drift drift) {
        if (Absent.is(lease.expiryNs())) {
            return List.of();
        }
        Map<String, ClockOffset> clocks = new LinkedHashMap<>();
        file.all().forEach(entry -> clocks.putAll(entry.clocks()));
        return clocks.values().stream()
                .filter(clock -> clock.holderLife().equals(lease.allocation().life()))
                .map(clock -> deadline(lease.expiryNs(), clock, drift))
                .toList();
    }

    /** {@code earliest(e)} and {@code latest(e)} of semantics.md. */
    private static Deadline deadline(long expiryNs, ClockOffset clock, Drift drift) {
        long x = expiryNs - clock.hiNs() - clock.refNs();
        long y = expiryNs - clock.loNs() - clock.refNs();
        return new Deadline(clock.reader(), clock.refNs() + x - drift.ofNs(x), clock.refNs() + y + drift.ofNs(y));
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append(System.lineSeparator());
    }
}
