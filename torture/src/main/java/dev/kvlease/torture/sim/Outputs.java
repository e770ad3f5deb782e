package dev.kvlease.torture.sim;

import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** What one task writes, and what of it a crash takes away. */
final class Outputs {
    private record Given(long id, Verdict verdict) {}

    private record Reported(long id, Violation violation) {}

    private final boolean exactlyOnce;
    private final Function<String, VerdictLog> logs;
    private final Consumer<String> logged;
    private final List<Violation> violations = new ArrayList<>();
    private final List<Given> heldBack = new ArrayList<>();
    private final List<VerdictLog.Entry> verdictsSinceCommit = new ArrayList<>();
    private List<Reported> violationsSinceCommit = new ArrayList<>();

    /**
     * Nothing is written yet.
     *
     * @param exactlyOnce whether nobody sees what is written before it is committed
     * @param logs the verdicts of each reader
     * @param logged told of each reader for whom a verdict can be seen now
     */
    Outputs(boolean exactlyOnce, Function<String, VerdictLog> logs, Consumer<String> logged) {
        this.exactlyOnce = exactlyOnce;
        this.logs = logs;
        this.logged = logged;
    }

    void verdict(long id, Verdict verdict) {
        if (exactlyOnce) {
            heldBack.add(new Given(id, verdict));
        } else {
            show(new Given(id, verdict), id);
        }
    }

    private void show(Given given, long id) {
        String reader = given.verdict().reader();
        verdictsSinceCommit.add(logs.apply(reader).add(given.id(), id, given.verdict()));
        logged.accept(reader);
    }

    void violation(long id, Violation violation) {
        violationsSinceCommit.add(new Reported(id, violation));
    }

    void commit(long id) {
        heldBack.forEach(given -> show(given, id));
        heldBack.clear();
        verdictsSinceCommit.clear();
        violationsSinceCommit.forEach(reported -> violations.add(reported.violation()));
        violationsSinceCommit.clear();
    }

    /** What later steps than {@code keptUntilId} wrote is lost; nothing of it is kept where commits are atomic. */
    void crash(long keptUntilId) {
        heldBack.clear();
        verdictsSinceCommit.stream()
                .filter(entry -> entry.id() > keptUntilId)
                .forEach(VerdictLog.Entry::loseUnlessRead);
        verdictsSinceCommit.clear();
        violationsSinceCommit.removeIf(reported -> exactlyOnce || reported.id() > keptUntilId);
        violationsSinceCommit.forEach(reported -> violations.add(reported.violation()));
        violationsSinceCommit = new ArrayList<>();
    }

    /** All that was reported and not lost; everything must be committed. */
    List<Violation> violations() {
        return violations;
    }
}
