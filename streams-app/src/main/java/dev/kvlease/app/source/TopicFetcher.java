package dev.kvlease.app.source;

import dev.kvlease.app.topics.ClusterErrors;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Gives the records of several partitions in whatever order they are asked for. A partition that is ahead of the others is
 * paused, so that only a bounded number of its records waits.
 */
final class TopicFetcher {
    private static final int MOST_WAITING = 1_000;
    private static final int FEW_WAITING = 250;
    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<byte[], byte[]> consumer;
    private final ClusterErrors errors;
    private final Duration patience;
    private final Map<TopicPartition, Waiting> partitions = new LinkedHashMap<>();
    private final long wanted;

    TopicFetcher(Consumer<byte[], byte[]> consumer, List<TopicRange> ranges, ClusterErrors errors, Duration patience) {
        this.consumer = consumer;
        this.errors = new ClusterErrors(errors.bootstrapServers(), patience);
        this.patience = patience;
        ranges.forEach(range -> partitions.put(range.partition(), new Waiting(range)));
        wanted = ranges.stream().mapToLong(TopicRange::length).sum();
        consumer.assign(partitions.keySet());
        partitions.values().forEach(waiting -> consumer.seek(waiting.range.partition(), waiting.range.start()));
        consumer.pause(partitions.values().stream()
                .filter(waiting -> waiting.ended)
                .map(waiting -> waiting.range.partition())
                .toList());
    }

    /** The next record of a partition; empty once its end is reached. */
    Optional<ConsumerRecord<byte[], byte[]>> next(TopicPartition partition) {
        Waiting waiting = partitions.get(partition);
        long asked = System.nanoTime();
        while (waiting.records.isEmpty() && !waiting.ended) {
            if (poll()) {
                asked = System.nanoTime();
            } else if (System.nanoTime() - asked > patience.toNanos()) {
                throw errors.explain("read " + partition, new TimeoutException("no record"));
            }
        }
        ConsumerRecord<byte[], byte[]> next = waiting.records.poll();
        if (next != null) {
            resumeIfFew(waiting);
        }
        return Optional.ofNullable(next);
    }

    /** Goes to another place of a partition; what waits of it is dropped. */
    void goTo(TopicPartition partition, long offset) {
        Waiting waiting = partitions.get(partition);
        waiting.records.clear();
        waiting.position = Math.max(offset, waiting.range.first());
        waiting.ended = waiting.position >= waiting.range.end();
        if (waiting.ended) {
            return;
        }
        consumer.seek(partition, waiting.position);
        if (waiting.paused) {
            waiting.paused = false;
            consumer.resume(List.of(partition));
        }
    }

    double share() {
        long passed = partitions.values().stream().mapToLong(Waiting::passed).sum();
        return wanted == 0 ? Double.NaN : Math.min(1, (double) passed / wanted);
    }

    /** Takes what has arrived; false if that was nothing. */
    private boolean poll() {
        ConsumerRecords<byte[], byte[]> polled;
        try {
            polled = consumer.poll(POLL);
        } catch (KafkaException e) {
            throw errors.explain("read", AclOperation.READ, List.of(), e);
        }
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            Waiting waiting = partitions.get(new TopicPartition(record.topic(), record.partition()));
            if (record.offset() < waiting.range.end()) {
                waiting.records.add(record);
            }
        }
        boolean moved = !polled.isEmpty();
        for (Waiting waiting : partitions.values()) {
            moved |= settle(waiting);
        }
        return moved;
    }

    /** Notes how far a partition has come. Transaction markers are passed over without a record. */
    private boolean settle(Waiting waiting) {
        if (waiting.ended) {
            return false;
        }
        long position = consumer.position(waiting.range.partition());
        boolean moved = position > waiting.position;
        waiting.position = position;
        waiting.ended = position >= waiting.range.end();
        if (!waiting.paused && (waiting.ended || waiting.records.size() >= MOST_WAITING)) {
            waiting.paused = true;
            consumer.pause(List.of(waiting.range.partition()));
        }
        return moved;
    }

    private void resumeIfFew(Waiting waiting) {
        if (waiting.paused && !waiting.ended && waiting.records.size() < FEW_WAITING) {
            waiting.paused = false;
            consumer.resume(List.of(waiting.range.partition()));
        }
    }

    /** A partition and its records that nobody has asked for yet. */
    private static final class Waiting {
        private final TopicRange range;
        private final Deque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();
        private long position;
        private boolean paused;
        private boolean ended;

        Waiting(TopicRange range) {
            this.range = range;
            position = range.start();
            ended = range.length() == 0;
            paused = ended;
        }

        long passed() {
            return Math.min(position, range.end()) - range.start() - records.size();
        }
    }
}
