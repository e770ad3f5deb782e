package dev.kvlease.gate;

import dev.kvlease.gate.core.GateCore;
import dev.kvlease.gate.core.GateVerdict;
import dev.kvlease.gate.core.Taken;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.serde.UndecodableRecordException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the reader's partition of the verdicts in a thread of its own, and tells the gate when it is at its end. It
 * never gives up: while it cannot follow, the gate is behind, and says so.
 */
final class VerdictTail implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VerdictTail.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long ASK_END_NS = 400_000_000L;
    private static final long RECONNECT_MS = 500;
    private static final long STOP_MS = 5_000;
    private static final long UNKNOWN = -1;

    private final GateConfig config;
    private final GateClients clients;
    private final GateCore core;
    private final LongSupplier clock;
    private final Deserializer<SpecificRecord> values;
    private final RevocationListener listener;
    private final String topic;
    private final Map<Taken, LongAdder> counts = new EnumMap<>(Taken.class);
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private volatile KafkaConsumer<byte[], byte[]> current;
    private long nextOffset = UNKNOWN;

    VerdictTail(
            GateConfig config,
            GateClients clients,
            GateCore core,
            LongSupplier clock,
            Deserializer<SpecificRecord> values,
            RevocationListener listener) {
        this.config = config;
        this.clients = clients;
        this.core = core;
        this.clock = clock;
        this.values = values;
        this.listener = listener;
        this.topic = new GateTopics(config.topicPrefix()).verdicts();
        for (Taken taken : Taken.values()) {
            counts.put(taken, new LongAdder());
        }
        this.thread = new Thread(this::run, "kvlease-gate-verdicts");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Waits until the end of the partition has been reached once. */
    boolean awaitReady(Duration timeout) throws InterruptedException {
        return ready.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    long count(Taken taken) {
        return counts.get(taken).sum();
    }

    private boolean isStopped() {
        return stop.getCount() == 0;
    }

    private void run() {
        while (!isStopped()) {
            try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer()) {
                current = consumer;
                follow(consumer);
            } catch (WakeupException stopped) {
                return;
            } catch (InvalidOffsetException e) {
                startOver("the position in " + topic + " is not there any more");
            } catch (RuntimeException e) {
                LOG.warn(
                        "verdicts cannot be followed, trying again: {}", Refusals.explain(e, "READ on topic " + topic));
                pause();
            }
        }
    }

    private void startOver(String why) {
        LOG.warn("{}; answers are asked for anew", why);
        nextOffset = UNKNOWN;
        core.lostTrack();
    }

    private void pause() {
        try {
            boolean stopped = stop.await(RECONNECT_MS, TimeUnit.MILLISECONDS);
            LOG.debug("{}", stopped ? "stopping" : "connecting again");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(KafkaConsumer<byte[], byte[]> consumer) {
        TopicPartition own = assign(consumer);
        long endAskedNs = clock.getAsLong() - ASK_END_NS;
        long end = Long.MAX_VALUE;
        while (!isStopped()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                take(record);
                nextOffset = record.offset() + 1;
            }
            long nowNs = clock.getAsLong();
            if (nowNs - endAskedNs >= ASK_END_NS) {
                end = consumer.endOffsets(Set.of(own), PATIENCE).get(own);
                endAskedNs = nowNs;
                if (end < nextOffset) {
                    startOver(topic + " ends before what has been read of it");
                    return;
                }
            }
            if (consumer.position(own, PATIENCE) >= end) {
                core.caughtUp(endAskedNs);
                ready.countDown();
            }
        }
    }

    private TopicPartition assign(KafkaConsumer<byte[], byte[]> consumer) {
        int partitions = consumer.partitionsFor(topic, PATIENCE).size();
        if (partitions == 0) {
            throw new IllegalStateException(
                    "topic " + topic + " does not exist; create it with: kvlease topics create");
        }
        TopicPartition own =
                new TopicPartition(topic, partitionOf(config.reader().id(), partitions));
        consumer.assign(Set.of(own));
        if (nextOffset == UNKNOWN) {
            seekBack(consumer, own);
        } else {
            consumer.seek(own, nextOffset);
        }
        return own;
    }

    /** The verdicts of a reader are where murmur2 of its id puts them. */
    static int partitionOf(String reader, int partitions) {
        return Utils.toPositive(Utils.murmur2(reader.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    /** Record times are the broker's, so this is wall-clock time; the look-back is generous. */
    private void seekBack(KafkaConsumer<byte[], byte[]> consumer, TopicPartition own) {
        long thenMs = System.currentTimeMillis() - config.lookBack().toMillis();
        OffsetAndTimestamp found =
                consumer.offsetsForTimes(Map.of(own, thenMs), PATIENCE).get(own);
        if (found == null) {
            consumer.seek(own, consumer.endOffsets(Set.of(own), PATIENCE).get(own));
        } else {
            consumer.seek(own, found.offset());
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        Object value;
        try {
            value = values.deserialize(record.topic(), record.headers(), record.value());
        } catch (UndecodableRecordException e) {
            LOG.warn("a verdict at offset {} cannot be read: {}", record.offset(), e.getMessage());
            core.lostTrack(); // it may have taken something back
            return;
        }
        if (value instanceof Verdict verdict) {
            take(GateCodec.verdict(verdict));
        }
    }

    private void take(GateVerdict verdict) {
        long nowNs = clock.getAsLong();
        Taken taken = core.take(verdict, nowNs);
        counts.get(taken).increment();
        tell(verdict, taken, nowNs);
    }

    private void tell(GateVerdict verdict, Taken taken, long nowNs) {
        try {
            if (taken == Taken.REVOKED) {
                listener.revoked(verdict.key(), core.check(verdict.key(), nowNs).reason());
            }
            listener.taken(verdict, taken);
        } catch (RuntimeException e) {
            LOG.warn("the listener failed for {}: {}", verdict.key(), e.toString());
        }
    }

    @Override
    public void close() {
        stop.countDown();
        KafkaConsumer<byte[], byte[]> consumer = current;
        if (consumer != null) {
            consumer.wakeup();
        }
        try {
            thread.join(STOP_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
