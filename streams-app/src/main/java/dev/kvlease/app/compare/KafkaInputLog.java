package dev.kvlease.app.compare;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.RecordedInputs;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** The inputs of one partition in their topics. A bounded number of records waits in memory; to go back, it seeks. */
final class KafkaInputLog implements InputLog {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_WAITING = 5_000;

    private final Consumer<byte[], byte[]> consumer;
    private final RecordedInputs records;
    private final Map<Topic, Waiting> inputs = new EnumMap<>(Topic.class);
    private final Map<TopicPartition, Topic> topics;

    KafkaInputLog(Consumer<byte[], byte[]> consumer, RecordedInputs records, Map<TopicPartition, Topic> topics) {
        this.consumer = consumer;
        this.records = records;
        this.topics = topics;
        consumer.assign(topics.keySet());
        Map<TopicPartition, Long> first = consumer.beginningOffsets(topics.keySet());
        Map<TopicPartition, Long> end = consumer.endOffsets(topics.keySet());
        topics.forEach((partition, topic) -> {
            consumer.seek(partition, first.get(partition));
            inputs.put(topic, new Waiting(partition, first.get(partition), end.get(partition)));
        });
    }

    @Override
    public Optional<InputAt> at(Topic input, long offset) {
        return from(input, offset).filter(record -> record.offset() == offset);
    }

    @Override
    public Optional<InputAt> from(Topic input, long offset) {
        Waiting waiting = inputs.get(input);
        if (offset >= waiting.end) {
            return Optional.empty();
        }
        if (offset < waiting.passed) {
            waiting.goTo(offset);
        }
        waiting.passed = offset;
        while (true) {
            while (!waiting.records.isEmpty() && waiting.records.getFirst().offset() < offset) {
                waiting.records.removeFirst();
            }
            if (!waiting.records.isEmpty()) {
                return Optional.of(waiting.records.getFirst());
            }
            if (consumer.position(waiting.partition) >= waiting.end) {
                return Optional.empty();
            }
            fetchFor(waiting);
        }
    }

    private void fetchFor(Waiting wanted) {
        for (Waiting waiting : inputs.values()) {
            boolean pause = waiting != wanted && waiting.records.size() >= MOST_WAITING;
            waiting.pause(pause);
        }
        long before = consumer.position(wanted.partition);
        for (ConsumerRecord<byte[], byte[]> record : polled(wanted, before)) {
            Topic topic = topics.get(new TopicPartition(record.topic(), record.partition()));
            inputs.get(topic)
                    .records
                    .add(new InputAt(record.offset(), record.timestamp(), records.read(topic, record)));
        }
    }

    private ConsumerRecords<byte[], byte[]> polled(Waiting wanted, long before) {
        long asked = System.nanoTime();
        while (true) {
            ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
            if (!polled.isEmpty() || consumer.position(wanted.partition) > before) {
                return polled;
            }
            if (System.nanoTime() - asked > PATIENCE.toNanos()) {
                throw new TimeoutException(
                        "no record of " + wanted.partition + " within " + PATIENCE.toSeconds() + " s");
            }
        }
    }

    /** The records of one input that have been fetched and are not passed yet. */
    private final class Waiting {
        private final TopicPartition partition;
        private final long end;
        private final Deque<InputAt> records = new ArrayDeque<>();
        private long passed;

        Waiting(TopicPartition partition, long first, long end) {
            this.partition = partition;
            this.end = end;
            this.passed = first;
        }

        void goTo(long offset) {
            records.clear();
            consumer.seek(partition, offset);
        }

        void pause(boolean pause) {
            if (pause) {
                consumer.pause(List.of(partition));
            } else {
                consumer.resume(List.of(partition));
            }
        }
    }
}
