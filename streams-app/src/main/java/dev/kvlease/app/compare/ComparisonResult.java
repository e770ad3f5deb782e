package dev.kvlease.app.compare;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Counts what came of the verdicts, and keeps the first fault. */
public final class ComparisonResult implements Consumer<Finding> {
    private final Map<Finding.Kind, Long> counts = new EnumMap<>(Finding.Kind.class);
    private final Map<Finding.Doubt, Long> doubtful = new EnumMap<>(Finding.Doubt.class);
    private final Consumer<Finding> others;
    private long faults;
    private Optional<Finding> first = Optional.empty();

    /**
     * Nothing yet.
     *
     * @param others told of every finding that is not {@link Finding.Kind#SAME}
     */
    public ComparisonResult(Consumer<Finding> others) {
        this.others = others;
    }

    @Override
    public void accept(Finding finding) {
        if (finding.isExplained()) {
            doubtful.merge(finding.doubt(), 1L, Long::sum);
        } else {
            counts.merge(finding.kind(), 1L, Long::sum);
        }
        if (finding.isFault()) {
            faults++;
            first = first.or(() -> Optional.of(finding));
        }
        if (finding.kind() != Finding.Kind.SAME) {
            others.accept(finding);
        }
    }

    /**
     * How many verdicts came out so, those with an explanation left out.
     *
     * @param kind so
     * @return the count
     */
    public long count(Finding.Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /**
     * How many differ in a way that cannot be held against the stream.
     *
     * @param why the reason
     * @return the count
     */
    public long explained(Finding.Doubt why) {
        return doubtful.getOrDefault(why, 0L);
    }

    /**
     * How many verdicts were looked at.
     *
     * @return the count of all findings
     */
    public long total() {
        return sum(counts) + sum(doubtful);
    }

    private static long sum(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * How many show a fault of the stream.
     *
     * @return the count
     */
    public long faults() {
        return faults;
    }

    /**
     * The first of them.
     *
     * @return in the order in which tasks and runs are followed
     */
    public Optional<Finding> firstFault() {
        return first;
    }
}
