package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.audit.Violation;
import java.util.List;
import java.util.Map;

/**
 * What is left when a history is over, after all that was on its way has arrived.
 *
 * @param evidence what was consumed, by holder
 * @param engines the engines, by holder
 * @param verdicts all verdicts that reached the log, in its order
 * @param violations all violations that were reported and not lost
 * @param storedEntries entries in the store, by holder and kind; empty if nothing was stored
 */
public record Ended(
        Map<String, Evidence> evidence,
        Map<String, LeaseEngine> engines,
        List<LoggedVerdict> verdicts,
        List<Violation> violations,
        Map<String, StoredEntries> storedEntries) {
    /**
     * How many entries are stored of a holder.
     *
     * @param requests requests
     * @param clocks clocks of pairs
     */
    public record StoredEntries(long requests, long clocks) {}
}
