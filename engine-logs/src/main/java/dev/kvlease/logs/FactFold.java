package dev.kvlease.logs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes one fact of those that each rank of an engine tells, or that a collector delivered twice. */
final class FactFold {
    private static final Sighting NOWHERE = new Sighting("", "", LogTime.UNKNOWN, "", 0, 0);
    private static final Comparator<LogFact> IN_TIME = Comparator.<LogFact, LogTime>comparing(
                    fact -> fact.at().time())
            .thenComparing(fact -> fact.at().source())
            .thenComparing(fact -> fact.at().line());

    private FactFold() {}

    /** Sorts by time and folds what the same engine says again within the time given. */
    static List<LogFact> fold(List<LogFact> facts, long withinNs) {
        List<LogFact> sorted = new ArrayList<>(facts);
        sorted.sort(IN_TIME);
        List<LogFact> folded = new ArrayList<>();
        Map<Key, Integer> places = new HashMap<>();
        for (LogFact fact : sorted) {
            Key key = Key.of(fact);
            Integer place = places.get(key);
            if (place != null && isNear(folded.get(place), fact, withinNs)) {
                LogFact first = folded.get(place);
                folded.set(place, first.seen(first.at().repeated(fact.at().times())));
            } else {
                places.put(key, folded.size());
                folded.add(fact);
            }
        }
        return folded;
    }

    static boolean isNear(LogFact first, LogFact again, long withinNs) {
        LogTime time = first.at().time();
        return time.isKnown() == again.at().time().isKnown()
                && Math.abs(again.at().time().fromNs() - time.fromNs()) <= withinNs;
    }

    /** Who says what: ranks of one data-parallel engine are one, data-parallel engines are several. */
    record Key(String engine, int dataParallelRank, LogFact what) {
        static Key of(LogFact fact) {
            return new Key(fact.at().engine(), fact.at().dataParallelRank(), fact.seen(NOWHERE));
        }
    }
}
