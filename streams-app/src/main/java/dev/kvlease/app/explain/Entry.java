package dev.kvlease.app.explain;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.core.clock.ClockOffset;
import java.util.List;
import java.util.Map;

/**
 * One record that matters to a case, and what followed from it.
 *
 * @param order its place among all records
 * @param origin where it comes from
 * @param input the record
 * @param consequences what followed, as far as it matters
 * @param clocks what was known of each reader's clock once the record had been applied
 */
public record Entry(
        long order, Origin origin, Input input, List<Consequence> consequences, Map<String, ClockOffset> clocks) {
    /** Copies the lists. */
    public Entry {
        consequences = List.copyOf(consequences);
        clocks = Map.copyOf(clocks);
    }
}
