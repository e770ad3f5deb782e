package dev.kvlease.demo.live;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.simulate.CoreRecords;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.demo.stats.RunStats;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.record.LeaseEventRecord;
import dev.kvlease.fleet.record.ReadIntentRecord;
import dev.kvlease.fleet.record.ReadOutcomeRecord;
import dev.kvlease.schemas.HolderRole;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Sends what engines say, each engine through its own producer. Used by one thread. */
final class EngineClients implements AutoCloseable {
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final KafkaAccess access;
    private final SpecificAvroSerde<SpecificRecord> serde;
    private final RunStats stats;
    private final OpenReads open;
    private final Consumer<Throwable> onFailure;
    private final Map<String, KafkaProducer<String, SpecificRecord>> producers = new HashMap<>();

    /**
     * Clients of engines that are about to be used.
     *
     * @param access the platform
     * @param stats counts what is sent
     * @param open remembers which reads have asked and not ended
     * @param onFailure takes what keeps a record from being written
     */
    EngineClients(KafkaAccess access, RunStats stats, OpenReads open, Consumer<Throwable> onFailure) {
        this.access = access;
        this.serde = access.serde();
        this.stats = stats;
        this.open = open;
        this.onFailure = onFailure;
    }

    /** Connects an engine, so that its first record is as fast as its others. */
    void connect(String engine) {
        for (Topic topic :
                List.of(Topic.LEASE_EVENTS, Topic.HANDSHAKE_SAMPLES, Topic.READ_INTENTS, Topic.READ_OUTCOMES)) {
            producer(engine).partitionsFor(topic.name(access.topicPrefix()));
        }
    }

    void send(FleetRecord record) {
        Topic topic = topicOf(record);
        if (record instanceof ReadIntentRecord intent) {
            open.asked(intent.readRequestId(), System.nanoTime());
        } else if (record instanceof ReadOutcomeRecord outcome) {
            open.ended(outcome.readRequestId());
        }
        ProducerRecord<String, SpecificRecord> message =
                new ProducerRecord<>(topic.name(access.topicPrefix()), record.holder(), toAvro(record));
        // what becomes of it is told to the callback
        Future<RecordMetadata> unused = producer(senderOf(record)).send(message, (metadata, failure) -> {
            if (failure != null) {
                onFailure.accept(failure);
            }
        });
        stats.recordSent();
    }

    private KafkaProducer<String, SpecificRecord> producer(String engine) {
        return producers.computeIfAbsent(engine, name -> access.producer(name, serde.serializer()));
    }

    private static Topic topicOf(FleetRecord record) {
        if (record instanceof LeaseEventRecord) {
            return Topic.LEASE_EVENTS;
        }
        if (record instanceof HandshakeSampleRecord) {
            return Topic.HANDSHAKE_SAMPLES;
        }
        return record instanceof ReadIntentRecord ? Topic.READ_INTENTS : Topic.READ_OUTCOMES;
    }

    private static String senderOf(FleetRecord record) {
        if (record instanceof HandshakeSampleRecord sample) {
            return sample.reader();
        }
        if (record instanceof ReadIntentRecord intent) {
            return intent.reader();
        }
        return record instanceof ReadOutcomeRecord outcome ? outcome.reader() : record.holder();
    }

    private static SpecificRecord toAvro(FleetRecord record) {
        InputRecord input = CoreRecords.input(record);
        SpecificRecord avro = InputCodec.toAvro(input);
        if (avro instanceof LeaseEvent event && record instanceof LeaseEventRecord told) {
            event.setHolderRole(HolderRole.valueOf(told.role().name()));
        }
        return avro;
    }

    @Override
    public void close() {
        producers.values().forEach(producer -> producer.close(CLOSE));
        serde.close();
    }
}
