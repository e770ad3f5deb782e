package dev.kvlease.app.audit;

import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.verdict.Reason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** The counters of a span of record time: one for each certainty, and one for each answer with each reason. */
public final class SeriesKey {
    private static final Map<Certainty, Integer> CERTAINTIES = numbered(Certainty.class);
    private static final Map<Counts.Answer, Integer> ANSWERS = numbered(Counts.Answer.class);
    private static final Map<Reason, Integer> REASONS = numbered(Reason.class);

    /** How many counters there are. */
    static final int COUNT = CERTAINTIES.size() + ANSWERS.size() * REASONS.size();

    private SeriesKey() {}

    private static <E extends Enum<E>> Map<E, Integer> numbered(Class<E> symbols) {
        Map<E, Integer> numbers = new EnumMap<>(symbols);
        for (E symbol : symbols.getEnumConstants()) {
            numbers.put(symbol, numbers.size());
        }
        return Collections.unmodifiableMap(numbers);
    }

    /**
     * The counter of violations.
     *
     * @param certainty how sure they are
     * @return its index
     */
    public static int of(Certainty certainty) {
        return CERTAINTIES.get(certainty);
    }

    /**
     * The counter of verdicts.
     *
     * @param answer what they say
     * @param reason why
     * @return its index
     */
    public static int of(Counts.Answer answer, Reason reason) {
        return CERTAINTIES.size() + ANSWERS.get(answer) * REASONS.size() + REASONS.get(reason);
    }
}
