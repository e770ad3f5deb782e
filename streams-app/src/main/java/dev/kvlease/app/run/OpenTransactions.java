package dev.kvlease.app.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds inputs that stand still because somebody's transaction is open there: a consumer of committed records gets nothing
 * behind its first record, however much is written, and shows no lag either. Pure: told what the cluster says, and when.
 */
final class OpenTransactions {
    /**
     * The end of a partition.
     *
     * @param stable the offset up to which everything is committed or aborted
     * @param end the offset after the last record
     */
    record Ends(long stable, long end) {}

    /**
     * An input that stands still.
     *
     * @param input the partition
     * @param offset where it stands
     * @param waiting how many offsets lie behind that
     * @param lasted for how long it has stood there
     */
    record Stall(TopicPartition input, long offset, long waiting, Duration lasted) {}

    private static final class Standing {
        private final long offset;
        private final long sinceNs;
        private boolean told;

        Standing(long offset, long sinceNs) {
            this.offset = offset;
            this.sinceNs = sinceNs;
        }
    }

    private final Duration patience;
    private final Map<TopicPartition, Standing> standing = new HashMap<>();

    /**
     * Nothing stands yet.
     *
     * @param patience how long a transaction may be open before it is told
     */
    OpenTransactions(Duration patience) {
        this.patience = patience;
    }

    /**
     * Takes what the cluster says now.
     *
     * @param ends the ends of all partitions that are read
     * @param nowNs a monotonic clock
     * @return those that have come to stand still for too long since they were looked at last
     */
    List<Stall> look(Map<TopicPartition, Ends> ends, long nowNs) {
        List<Stall> found = new ArrayList<>();
        standing.keySet().retainAll(ends.keySet());
        ends.forEach((input, now) -> {
            Standing known = standing.get(input);
            if (now.stable() >= now.end()) {
                standing.remove(input);
            } else if (known == null || known.offset != now.stable()) {
                standing.put(input, new Standing(now.stable(), nowNs));
            } else if (!known.told && nowNs - known.sinceNs >= patience.toNanos()) {
                known.told = true;
                found.add(new Stall(
                        input, known.offset, now.end() - known.offset, Duration.ofNanos(nowNs - known.sinceNs)));
            }
        });
        return found;
    }

    /**
     * For how long each topic's worst partition has stood.
     *
     * @param nowNs a monotonic clock
     * @return topic to duration, without topics of which no partition stands
     */
    Map<String, Duration> lasted(long nowNs) {
        Function<Standing, Duration> age = each -> Duration.ofNanos(nowNs - each.sinceNs);
        Map<String, Duration> longest = new HashMap<>();
        standing.forEach(
                (input, each) -> longest.merge(input.topic(), age.apply(each), (a, b) -> a.compareTo(b) > 0 ? a : b));
        return longest;
    }
}
