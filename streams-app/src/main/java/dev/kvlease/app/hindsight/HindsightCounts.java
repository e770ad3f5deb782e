package dev.kvlease.app.hindsight;

import dev.kvlease.core.verdict.Verdict;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How many answers would have been others, by what they were and would have been. */
public final class HindsightCounts {
    private final Map<String, Long> changes = new TreeMap<>();
    private long answers;

    void add(Hindsight answer) {
        answers++;
        if (answer.isDifferent()) {
            changes.merge(words(answer.live()) + " -> " + words(answer.then()), 1L, Long::sum);
        }
    }

    private static String words(Verdict verdict) {
        return verdict.status() + " " + verdict.reason();
    }

    /**
     * All questions.
     *
     * @return how many were answered
     */
    public long answers() {
        return answers;
    }

    /**
     * Answers that would have been others.
     *
     * @return how many
     */
    public long different() {
        return changes.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * The counts for a person.
     *
     * @return lines, each ended
     */
    public String table() {
        StringBuilder table = new StringBuilder(
                String.format(Locale.ROOT, "%,d of %,d answers would have been others%n", different(), answers));
        changes.forEach((change, count) -> table.append(String.format(Locale.ROOT, "  %,8d  %s%n", count, change)));
        return table.toString();
    }
}
