package dev.kvlease.app.compare;

import dev.kvlease.app.topics.Topic;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Records of one partition in memory. */
public final class ListLog implements InputLog {
    private final Map<Topic, NavigableMap<Long, InputAt>> records = new EnumMap<>(Topic.class);

    /** Adds a record. */
    public void add(Topic input, InputAt record) {
        records.computeIfAbsent(input, topic -> new TreeMap<>()).put(record.offset(), record);
    }

    @Override
    public Optional<InputAt> at(Topic input, long offset) {
        return from(input, offset).filter(record -> record.offset() == offset);
    }

    @Override
    public Optional<InputAt> from(Topic input, long offset) {
        return Optional.ofNullable(records.getOrDefault(input, new TreeMap<>()).ceilingEntry(offset))
                .map(Map.Entry::getValue);
    }
}
