package dev.kvlease.demo.live;

import dev.kvlease.app.simulate.CoreRecords;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.LeaseEventRecord;
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

/** Engines with a Kafka client, each with a producer of its own. */
public final class KafkaEngines implements Engines {
    private static final Duration CLOSE = Duration.ofSeconds(1);
    private static final String ROUTER = "router";

    private final KafkaAccess access;
    private final SpecificAvroSerde<SpecificRecord> serde;
    private final Consumer<Throwable> onFailure;
    private final Map<String, KafkaProducer<String, SpecificRecord>> producers = new HashMap<>();

    /**
     * Connects engines, so that their first records are as fast as all others.
     *
     * @param access the platform
     * @param holders the engines that hold blocks
     * @param onFailure takes what keeps a record from being written
     */
    public KafkaEngines(KafkaAccess access, List<String> holders, Consumer<Throwable> onFailure) {
        this.access = access;
        this.serde = access.serde();
        this.onFailure = onFailure;
        holders.forEach(holder -> connect(holder, Topic.LEASE_EVENTS));
        connect(ROUTER, Topic.READ_INTENTS);
    }

    private void connect(String engine, Topic topic) {
        KafkaProducer<String, SpecificRecord> producer = access.producer(engine, serde.serializer());
        producer.partitionsFor(topic.name(access.topicPrefix()));
        producers.put(engine, producer);
    }

    @Override
    public void send(FleetRecord record) {
        String sender = record instanceof LeaseEventRecord ? record.holder() : ROUTER;
        ProducerRecord<String, SpecificRecord> message = new ProducerRecord<>(
                CoreRecords.topic(record).name(access.topicPrefix()), record.holder(), FleetAvro.of(record));
        // what becomes of it is told to the callback
        Future<RecordMetadata> unused = producers.get(sender).send(message, (metadata, failure) -> {
            if (failure != null) {
                onFailure.accept(failure);
            }
        });
    }

    @Override
    public void close() {
        producers.values().forEach(producer -> producer.close(CLOSE));
        serde.close();
    }
}
