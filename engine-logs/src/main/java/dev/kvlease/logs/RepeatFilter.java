package dev.kvlease.logs;

import java.util.Map;

/** Lets the first of the lines through in which the ranks of an engine say the same, as they come. */
final class RepeatFilter {
    private static final int MOST_REMEMBERED = 100_000;

    private final long withinNs;
    private final Map<FactFold.Key, LogFact> firsts = new BoundedMap<>(MOST_REMEMBERED);

    RepeatFilter(long withinNs) {
        this.withinNs = withinNs;
    }

    /** Whether nobody of the engine said it within the time given. */
    boolean isFirst(LogFact fact) {
        FactFold.Key key = FactFold.Key.of(fact);
        LogFact first = firsts.get(key);
        if (first != null && FactFold.isNear(first, fact, withinNs)) {
            return false;
        }
        firsts.remove(key);
        firsts.put(key, fact);
        return true;
    }
}
