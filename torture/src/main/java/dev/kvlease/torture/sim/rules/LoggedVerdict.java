package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.verdict.Verdict;

/**
 * A verdict in the log, where its reader's gate finds it.
 *
 * @param id number of the step that gave it
 * @param verdict the verdict
 */
public record LoggedVerdict(long id, Verdict verdict) {}
