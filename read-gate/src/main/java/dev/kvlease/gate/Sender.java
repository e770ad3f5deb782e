package dev.kvlease.gate;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.gate.core.Outbox;
import dev.kvlease.records.AvroInputs;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what the gate has to say, in its order, in a thread of its own: an engine that asks must never wait for a broker.
 * What does not fit into the queue is dropped and counted; questions first, outcomes last.
 */
final class Sender implements Outbox, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
    private static final int MOST_QUESTIONS = 20_000;
    private static final int MOST = 200_000;
    private static final Duration CLOSE = Duration.ofSeconds(2);

    private final GateTopics topics;
    private final KafkaProducer<String, SpecificRecord> producer;
    private final BlockingQueue<Message> queue = new LinkedBlockingQueue<>(MOST);
    private final LongAdder lost = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final Thread thread;
    private volatile boolean stopped;

    Sender(GateClients clients, SpecificAvroSerde<SpecificRecord> serde, GateTopics topics) {
        this.topics = topics;
        this.producer = clients.producer(serde);
        this.thread = new Thread(this::run, "kvlease-gate-sender");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void intent(ReadIntent intent) {
        if (queue.size() >= MOST_QUESTIONS) {
            lost.increment();
            return;
        }
        put(topics.readIntents(), intent.holder(), AvroInputs.toAvro(intent));
    }

    @Override
    public void outcome(ReadOutcome outcome) {
        put(topics.readOutcomes(), outcome.holder(), AvroInputs.toAvro(outcome));
    }

    void sample(HandshakeSample sample) {
        put(topics.handshakeSamples(), sample.holder(), AvroInputs.toAvro(sample));
    }

    /** Records that were not written. */
    long lost() {
        return lost.sum();
    }

    /** Records that were written. */
    long written() {
        return written.sum();
    }

    private void put(String topic, String key, SpecificRecord value) {
        if (!queue.offer(new Message(topic, key, value))) {
            lost.increment();
        }
    }

    private void run() {
        try {
            while (!stopped || !queue.isEmpty()) {
                Message message = queue.poll(100, TimeUnit.MILLISECONDS);
                if (message != null) {
                    send(message);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(Message message) {
        try {
            // what becomes of it is told to the callback
            Future<RecordMetadata> unused = producer.send(
                    new ProducerRecord<>(message.topic(), message.key(), message.value()), (metadata, failure) -> {
                        if (failure != null) {
                            failed(message, failure);
                        } else {
                            written.increment();
                        }
                    });
        } catch (RuntimeException e) {
            failed(message, e);
        }
    }

    private void failed(Message message, Exception failure) {
        lost.increment();
        LOG.warn(
                "a record for {} was not written: {}",
                message.topic(),
                Refusals.explain(failure, "WRITE on topic " + message.topic()));
    }

    /** Sends what waits, for a bounded time. */
    @Override
    public void close() {
        stopped = true;
        try {
            thread.join(CLOSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(CLOSE);
    }

    private record Message(String topic, String key, SpecificRecord value) {}
}
