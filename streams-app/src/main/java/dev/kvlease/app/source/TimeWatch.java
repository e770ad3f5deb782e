package dev.kvlease.app.source;

import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Sees where the record times of one partition go back. A broker that stamps its records never does that; a file that was
 * put together by hand may.
 */
public final class TimeWatch {
    private final Map<Topic, Map<Integer, Latest>> partitions = new EnumMap<>(Topic.class);
    private long late;
    private long furthestMs;
    private Topic firstTopic = Topic.LEASE_EVENTS;
    private Optional<Origin> first = Optional.empty();

    void see(Topic topic, Origin at) {
        Latest latest = partitions
                .computeIfAbsent(topic, unused -> new HashMap<>())
                .computeIfAbsent(at.partition(), unused -> new Latest());
        if (at.recordTimeMs() >= latest.ms) {
            latest.ms = at.recordTimeMs();
            return;
        }
        late++;
        furthestMs = Math.max(furthestMs, latest.ms - at.recordTimeMs());
        if (first.isEmpty()) {
            first = Optional.of(at);
            firstTopic = topic;
        }
    }

    /**
     * What is to be said about it.
     *
     * @return one line; empty if no time went back
     */
    public Optional<String> finding() {
        return first.map(at -> String.format(
                Locale.ROOT,
                "%,d record%s older than one before in the same partition, by up to %,d ms (the first: %s of %s);"
                        + " the order in which they stand was kept",
                late,
                late == 1 ? " is" : "s are",
                furthestMs,
                at.line() > 0 ? "line " + at.line() : "offset " + at.offset(),
                firstTopic.shortName()));
    }

    private static final class Latest {
        private long ms = Long.MIN_VALUE;
    }
}
