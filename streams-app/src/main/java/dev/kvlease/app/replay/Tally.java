package dev.kvlease.app.replay;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Counts by symbol.
 *
 * @param <E> the symbols
 */
final class Tally<E extends Enum<E>> {
    private final Map<E, long[]> counts;

    Tally(Class<E> symbols) {
        counts = new EnumMap<>(symbols);
    }

    void add(E symbol) {
        counts.computeIfAbsent(symbol, any -> new long[1])[0]++;
    }

    long total() {
        return counts.values().stream().mapToLong(count -> count[0]).sum();
    }

    /** Each symbol with its count, in the symbols' order; empty if there is none. */
    String list() {
        StringJoiner parts = new StringJoiner(", ");
        counts.forEach((symbol, count) -> parts.add(symbol + " " + number(count[0])));
        return parts.toString();
    }

    /** The total with the single counts behind it; empty if there is none. */
    String totalAndList() {
        return counts.isEmpty() ? "" : number(total()) + " (" + list() + ")";
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
