package dev.kvlease.app.source;

import dev.kvlease.app.topics.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** Finds where reading begins and ends in each partition. */
final class TopicRanges {
    private final Consumer<?, ?> consumer;
    private final Slice slice;
    private final Duration history;
    private final Narrowing narrowing;

    /**
     * Ranges for a slice.
     *
     * @param consumer asks the cluster
     * @param slice what is wanted
     * @param history how long before a slice's time to begin, for the leases that stood then
     * @param narrowing how many records of a partition at most
     */
    TopicRanges(Consumer<?, ?> consumer, Slice slice, Duration history, Narrowing narrowing) {
        this.consumer = consumer;
        this.slice = slice;
        this.history = history;
        this.narrowing = narrowing;
    }

    /** The ranges of these partitions. */
    List<TopicRange> of(Map<TopicPartition, Topic> partitions) {
        Map<TopicPartition, Long> first = consumer.beginningOffsets(partitions.keySet());
        Map<TopicPartition, Long> end = consumer.endOffsets(partitions.keySet());
        Optional<Long> sinceMs = sinceMs();
        Map<TopicPartition, OffsetAndTimestamp> starts = atTime(partitions, Optional.of(sinceMs.orElse(0L)));
        Map<TopicPartition, OffsetAndTimestamp> stops = atTime(partitions, toMs());
        List<TopicRange> ranges = new ArrayList<>();
        partitions.forEach((partition, topic) -> {
            OffsetAndTimestamp wanted = starts.get(partition);
            long oldest = first.get(partition);
            long start = wanted == null ? end.get(partition) : Math.max(oldest, wanted.offset());
            long stop = stop(end.get(partition), stops.get(partition));
            long capped = narrowing.start(start, stop);
            boolean cut = oldest > 0 && start == oldest && topic.role() == Topic.Role.INPUT;
            ranges.add(new TopicRange(
                    topic,
                    partition,
                    oldest,
                    capped,
                    stop,
                    cut && wanted != null ? Optional.of(wanted.timestamp()) : Optional.empty(),
                    capped > start));
        });
        return ranges;
    }

    /** The record time from which on records are read; empty for all that is kept. */
    Optional<Long> sinceMs() {
        return slice.with(history).from().filter(Bound.Time.class::isInstance).map(from -> ((Bound.Time) from).ms());
    }

    private Optional<Long> toMs() {
        return slice.to().filter(Bound.Time.class::isInstance).map(to -> ((Bound.Time) to).ms());
    }

    private long stop(long end, OffsetAndTimestamp to) {
        if (slice.to().isPresent() && slice.to().get() instanceof Bound.Offset offset) {
            return Math.min(end, offset.offset());
        }
        return to == null ? end : Math.min(end, to.offset());
    }

    private Map<TopicPartition, OffsetAndTimestamp> atTime(
            Map<TopicPartition, Topic> partitions, Optional<Long> timeMs) {
        if (timeMs.isEmpty()) {
            return Map.of();
        }
        Map<TopicPartition, Long> asked = new HashMap<>();
        partitions.keySet().forEach(partition -> asked.put(partition, timeMs.get()));
        return consumer.offsetsForTimes(asked);
    }

    /** What a user must know about how far back was read. */
    List<String> findings(List<TopicRange> ranges) {
        List<String> lines = new ArrayList<>();
        slice.from()
                .ifPresent(from -> lines.add(sinceMs()
                        .map(since -> "lease history is read from " + Instant.ofEpochMilli(since) + " on, "
                                + history.toMinutes() + " min before --from " + from
                                + "; only what follows from records since"
                                + " then is told")
                        .orElse("lease history is read as far back as it is kept; only what follows from " + from
                                + " on is told")));
        ranges.stream()
                .flatMap(range -> range.cutAtMs().stream())
                .max(Long::compare)
                .ifPresent(oldest -> lines.add(cut(ranges, oldest)));
        return lines;
    }

    private static String cut(List<TopicRange> ranges, long oldestMs) {
        List<TopicRange> cut =
                ranges.stream().filter(range -> range.cutAtMs().isPresent()).toList();
        TopicRange worst = cut.stream()
                .filter(range -> range.cutAtMs().get() == oldestMs)
                .findFirst()
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                "the history is cut off: %d partition%s no older records any more, %s-%d begins at offset %,d of %s; what"
                        + " was said before is not known here, so leases from then count as unknown",
                cut.size(),
                cut.size() == 1 ? " has" : "s have",
                worst.partition().topic(),
                worst.partition().partition(),
                worst.first(),
                Instant.ofEpochMilli(oldestMs));
    }
}
