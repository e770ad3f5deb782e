package dev.kvlease.app.audit;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Violations grouped, each group list adding up to all of them, the worst first.
 *
 * @param byHolder by the holder's engine id
 * @param byReader by the reader's engine id; a violation without a read is under an empty name
 * @param byCause by {@link Cause}
 */
public record Groups(List<Group> byHolder, List<Group> byReader, List<Group> byCause) {
    private static final Comparator<Group> WORST_FIRST = Comparator.comparingLong(Group::certain)
            .thenComparingLong(Group::possible)
            .reversed()
            .thenComparing(Group::name);

    /**
     * Violations that have something in common.
     *
     * @param name what they have in common
     * @param certain how many are CERTAIN
     * @param possible how many are POSSIBLE
     * @param firstMs time of the first, in milliseconds of the epoch
     * @param lastMs time of the last
     */
    public record Group(String name, long certain, long possible, long firstMs, long lastMs) {
        private Group with(FoundViolation found) {
            return new Group(
                    name,
                    certain + (found.isCertain() ? 1 : 0),
                    possible + (found.isCertain() ? 0 : 1),
                    Math.min(firstMs, found.timeMs()),
                    Math.max(lastMs, found.timeMs()));
        }
    }

    /**
     * Groups violations.
     *
     * @param violations the violations
     * @return the groups
     */
    public static Groups of(List<FoundViolation> violations) {
        return new Groups(
                by(violations, found -> found.violation().holder()),
                by(violations, found -> found.violation().reader()),
                by(violations, found -> found.cause().name()));
    }

    private static List<Group> by(List<FoundViolation> violations, Function<FoundViolation, String> common) {
        Map<String, Group> groups = new LinkedHashMap<>();
        for (FoundViolation found : violations) {
            String name = common.apply(found);
            Group group = groups.getOrDefault(name, new Group(name, 0, 0, Long.MAX_VALUE, Long.MIN_VALUE));
            groups.put(name, group.with(found));
        }
        return groups.values().stream().sorted(WORST_FIRST).toList();
    }
}
