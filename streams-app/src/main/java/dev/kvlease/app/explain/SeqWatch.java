package dev.kvlease.app.explain;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Sees in the file where the numbers of a life's events jump. */
final class SeqWatch {
    private final Map<String, Long> highest = new HashMap<>();

    /** The events that are missing just below this one, if its number is higher than the next expected. */
    Optional<Consequence.Gap> see(String life, long seq) {
        if (seq < 0) {
            return Optional.empty();
        }
        long before = highest.getOrDefault(life, -1L);
        if (seq <= before) {
            return Optional.empty();
        }
        highest.put(life, seq);
        return seq == before + 1 ? Optional.empty() : Optional.of(new Consequence.Gap(before + 1, seq - 1));
    }
}
