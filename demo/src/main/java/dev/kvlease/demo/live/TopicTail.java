package dev.kvlease.demo.live;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/** Reads what is appended to some partitions from now on, in a thread of its own. */
final class TopicTail implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(250);
    private static final long STOP_MS = 2_000;

    private final KafkaConsumer<String, byte[]> consumer;
    private final Consumer<ConsumerRecord<String, byte[]>> handler;
    private final Consumer<Throwable> onFailure;
    private final Thread thread;

    private TopicTail(
            String name,
            KafkaConsumer<String, byte[]> consumer,
            Consumer<ConsumerRecord<String, byte[]>> handler,
            Consumer<Throwable> onFailure) {
        this.consumer = consumer;
        this.handler = handler;
        this.onFailure = onFailure;
        this.thread = new Thread(this::poll, name);
        thread.setDaemon(true);
    }

    /**
     * Starts reading; what is appended after this call is not missed.
     *
     * @param name of the thread
     * @param consumer closed at the end
     * @param partitions what to read
     * @param handler takes each record, in that thread
     * @param onFailure takes what ended the reading too early
     */
    static TopicTail start(
            String name,
            KafkaConsumer<String, byte[]> consumer,
            List<TopicPartition> partitions,
            Consumer<ConsumerRecord<String, byte[]>> handler,
            Consumer<Throwable> onFailure) {
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        TopicTail tail = new TopicTail(name, consumer, handler, onFailure);
        tail.thread.start();
        return tail;
    }

    private void poll() {
        try (consumer) {
            while (true) {
                consumer.poll(POLL).forEach(handler);
            }
        } catch (WakeupException stopped) {
            // close() open for it
        } catch (RuntimeException | Error e) {
            onFailure.accept(e);
        }
    }

    /** Asks the reading to end, without waiting for it. */
    void stop() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        stop();
        try {
            thread.join(STOP_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
