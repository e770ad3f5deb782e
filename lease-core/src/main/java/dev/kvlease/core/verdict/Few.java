package dev.kvlease.core.verdict;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Collections that mostly hold nothing or one element, and then take one small object and no table. Each method gives back
 * the collection to go on with.
 */
final class Few {
    private Few() {}

    static <T> List<T> with(List<T> some, T one) {
        if (some.isEmpty()) {
            return List.of(one);
        }
        List<T> more = some instanceof ArrayList<T> grown ? grown : new ArrayList<>(some);
        more.add(one);
        return more;
    }

    static <T> List<T> without(List<T> some, T one) {
        if (some instanceof ArrayList<T>) {
            some.remove(one);
            return some;
        }
        return some.contains(one) ? List.of() : some;
    }

    static <T> Set<T> with(Set<T> some, T one) {
        if (some.isEmpty()) {
            return Set.of(one);
        }
        Set<T> more = some instanceof HashSet<T> grown ? grown : new HashSet<>(some);
        more.add(one);
        return more;
    }

    static <T> Set<T> without(Set<T> some, T one) {
        if (some instanceof HashSet<T>) {
            some.remove(one);
            return some;
        }
        return some.contains(one) ? Set.of() : some;
    }
}
