package dev.kvlease.app.codec;

import java.util.EnumMap;
import java.util.Map;

/**
 * Translates the constants of one enum into those of the same names in another.
 *
 * @param <A> the enum translated from
 * @param <B> the enum translated to
 */
final class EnumPairs<A extends Enum<A>, B extends Enum<B>> {
    private final Map<A, B> pairs;

    private EnumPairs(Map<A, B> pairs) {
        this.pairs = pairs;
    }

    /** Every constant of {@code from} must have a namesake in {@code to}. */
    static <A extends Enum<A>, B extends Enum<B>> EnumPairs<A, B> of(Class<A> from, Class<B> to) {
        Map<A, B> pairs = new EnumMap<>(from);
        for (A constant : from.getEnumConstants()) {
            pairs.put(constant, Enum.valueOf(to, constant.name()));
        }
        return new EnumPairs<>(pairs);
    }

    B of(A constant) {
        return pairs.get(constant);
    }
}
