package dev.kvlease.app.run;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** Says how far the state has been read back, if that takes longer than a person waits without a word. */
final class RestoreProgress implements StateRestoreListener {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final Clock clock;
    private final Consumer<String> lines;
    private final Map<TopicPartition, Long> missing = new HashMap<>();
    private long total;
    private long nextMs;

    RestoreProgress(Clock clock, Consumer<String> lines) {
        this.clock = clock;
        this.lines = lines;
        this.nextMs = clock.millis() + EVERY.toMillis();
    }

    @Override
    public synchronized void onRestoreStart(TopicPartition partition, String storeName, long start, long end) {
        missing.put(partition, end - start);
        total += end - start;
    }

    @Override
    public synchronized void onBatchRestored(TopicPartition partition, String store, long endOffset, long count) {
        missing.computeIfPresent(partition, (key, left) -> Math.max(0, left - count));
        if (clock.millis() < nextMs) {
            return;
        }
        nextMs = clock.millis() + EVERY.toMillis();
        lines.accept(progress());
    }

    private String progress() {
        long left = missing.values().stream().mapToLong(Long::longValue).sum();
        return String.format("reading back the state: %,d of %,d entries", total - left, total);
    }

    /** Says how far it is, or nothing if no state is being read back. */
    synchronized Optional<String> reason() {
        return missing.isEmpty() ? Optional.empty() : Optional.of(progress());
    }

    @Override
    public synchronized void onRestoreSuspended(TopicPartition partition, String storeName, long totalRestored) {
        missing.remove(partition);
    }

    @Override
    public synchronized void onRestoreEnd(TopicPartition partition, String storeName, long totalRestored) {
        missing.remove(partition);
        if (missing.isEmpty()) {
            total = 0;
        }
    }
}
