package dev.kvlease.demo.view;

import static dev.kvlease.demo.view.Texts.fit;
import static dev.kvlease.demo.view.Texts.format;
import static dev.kvlease.demo.view.Texts.span;
import static java.util.Map.entry;

import dev.kvlease.app.metrics.LatencySummary;
import dev.kvlease.demo.proof.Proof;
import dev.kvlease.demo.view.Style.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The proof as a table for people.
 *
 * @param style what the output can show
 */
public record ProofTable(Style style) {
    private static final int WIDTH = 79;
    private static final int LABEL = 58;

    /** Why a good read is declined, for those who do not know the rules. */
    private static final Map<String, String> MEANINGS = Map.ofEntries(
            entry("WITHIN_SAFETY_MARGIN", "less than 5 s left (leases last 8 s here)"),
            entry("DEADLINE_PASSED", "the deadline may have passed already"),
            entry("EVENT_GAP", "a lease event was lost on its way"),
            entry("RELEASED", "released before the deadline"),
            entry("LEASE_EXPIRED", "the holder's sweep had ended it"),
            entry("ENGINE_RESTARTED", "the holder's process had died"),
            entry("CLAIMED", "another read has the lease's only claim"),
            entry("LEASE_UNKNOWN", "its allocation had not arrived"),
            entry("CLOCK_UNKNOWN", "no handshake of this pair yet"),
            entry("NO_VERDICT", "no answer within 2 s: it recomputes"),
            entry("TRANSFER_FAILED", "the connection broke"));

    /**
     * Draws the table.
     *
     * @param proof the ground truth
     * @param latency how long answers took
     * @return the lines, at most 79 wide
     */
    public List<String> lines(Proof proof, LatencySummary latency) {
        List<String> lines = new ArrayList<>();
        lines.add(style.paint(Role.TITLE, format("Proof, from the ground truth of %,d reads", proof.reads())));
        lines.add(style.paint(Role.FAINT, style.rule(WIDTH)));
        lines.add("Reads that return blocks of another request");
        lines.add(row("  without a gate: every reader reads at once", proof.foreignWithoutGate(), Role.WARNING));
        lines.add(row("  with only the check inside the engine", proof.foreignWithOriginalFix(), Role.WARNING));
        lines.add(row("  with kvlease", proof.foreignUsed(), proof.holds() ? Role.GOOD : Role.BAD));
        lines.add("What became of the reads with kvlease");
        lines.add(row("  read and used", proof.used(), Role.GOOD));
        lines.add(row("  declined, and the lease was over", proof.rightlyDeclined(), Role.GOOD));
        lines.add(row("  declined, though it would have gone well", proof.goodDeclinedInAll(), Role.WARNING));
        proof.goodDeclined().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> lines.add(reason(entry.getKey(), entry.getValue())));
        lines.add(format(
                "Answers: %,d, p50 %s, p99 %s, slowest %s from intent to verdict",
                latency.count(),
                span(latency.p50Ns(), style),
                span(latency.p99Ns(), style),
                span(latency.maxNs(), style)));
        lines.add(style.paint(Role.FAINT, style.rule(WIDTH)));
        lines.add(conclusion(proof));
        return List.copyOf(lines);
    }

    private String row(String label, long count, Role role) {
        String number = format("%,9d", count);
        return fit(label, LABEL, style) + style.paint(count == 0 && role == Role.WARNING ? Role.FAINT : role, number);
    }

    private String reason(String reason, long count) {
        String text = format("    %-21s %s", reason, MEANINGS.getOrDefault(reason, ""));
        return fit(text, LABEL + 9, style) + format("%,9d", count);
    }

    private String conclusion(Proof proof) {
        if (!proof.holds()) {
            return style.paint(
                    Role.BAD, format("FAILED: %,d reads used blocks of another request", proof.foreignUsed()));
        }
        if (proof.foreignWithoutGate() == 0) {
            return "No read was in danger; let it run longer to see what the gate is for";
        }
        return style.paint(
                Role.GOOD,
                format("Holds: %,d reads kept from foreign blocks, none let through", proof.foreignWithoutGate()));
    }
}
