package dev.kvlease.app.topics;

import java.util.List;

/**
 * Whether topics and subjects are as the application needs them.
 *
 * @param problems what is wrong; empty if nothing is
 * @param commands the commands of this deployment
 */
public record CheckReport(List<Problem> problems, Commands commands) {
    /** Copies the list. */
    public CheckReport {
        problems = List.copyOf(problems);
    }

    /**
     * Whether the application can run.
     *
     * @return true if there is no problem
     */
    public boolean ok() {
        return problems.isEmpty();
    }

    /**
     * The problems for a user.
     *
     * @return one line a problem, with its cure
     */
    public List<String> lines() {
        return problems.stream().map(problem -> problem.line(commands)).toList();
    }
}
