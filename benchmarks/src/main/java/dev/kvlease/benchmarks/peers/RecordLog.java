package dev.kvlease.benchmarks.peers;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.benchmarks.cluster.Cluster;
import dev.kvlease.benchmarks.workload.CountingEffects;
import dev.kvlease.benchmarks.workload.Workload;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes the workload into the input topics, once, for everyone. Record times are as if the fleet had been recorded live:
 * they go with the holders' clocks. Were they those of a log that is written in seconds, whoever orders the topics by
 * them, or keeps them abreast, could not tell what came first.
 */
final class RecordLog {
    private static final int HOLDERS = 64;
    private static final long SEED = 1;
    private static final int CHUNK = 50_000;
    private static final double RECORD_MS = Workload.STEP_NS / 1e6 / HOLDERS;
    private static final long AGE_MS = 60_000;

    /** What the core says in the very order of the log. */
    private final CountingEffects truth = new CountingEffects();

    private final List<LeaseEngine> engines = new ArrayList<>();
    private final AtomicReference<Optional<Exception>> failure = new AtomicReference<>(Optional.empty());
    private final long beginningMs;
    private long records;

    private RecordLog(long atLeast) {
        beginningMs = System.currentTimeMillis() - AGE_MS - (long) (atLeast * RECORD_MS);
        for (int i = 0; i < HOLDERS; i++) {
            engines.add(new LeaseEngine("decode-" + i, Settings.DEFAULT, false));
        }
    }

    /** How many records there are. */
    long records() {
        return records;
    }

    Answers answers() {
        return new Answers(truth.readable(), truth.expired(), truth.revoked());
    }

    static RecordLog produce(SharedBroker broker, long atLeast) throws ExecutionException, InterruptedException {
        RecordLog log = new RecordLog(atLeast);
        Map<String, Object> properties =
                Map.of("bootstrap.servers", broker.bootstrapServers(), "linger.ms", 5, "compression.type", "lz4");
        Workload workload = new Workload(SEED, HOLDERS);
        broker.takeTimesFromProducers(true);
        try (Producer<String, SpecificRecord> producer = new KafkaProducer<>(
                properties, new StringSerializer(), broker.serde().serializer())) {
            while (log.records < atLeast && log.failure.get().isEmpty()) {
                workload.next((int) Math.min(CHUNK, atLeast - log.records)).forEach(step -> log.send(producer, step));
            }
        }
        broker.takeTimesFromProducers(false);
        log.failure.get().ifPresent(e -> {
            throw new IllegalStateException("a record could not be produced", e);
        });
        return log;
    }

    private void send(Producer<String, SpecificRecord> producer, Workload.Step step) {
        InputRecord record = step.record();
        long timeMs = beginningMs + (long) (records * RECORD_MS);
        AsOf asOf = new AsOf(0, records, records, records, records);
        record.applyTo(engines.get(step.holder()), new Arrival(timeMs, records, asOf), truth);
        String topic = Cluster.topicOf(record).name(TopicLayout.DEFAULT_PREFIX);
        // its failure is kept by the callback
        Future<RecordMetadata> unused = producer.send(
                new ProducerRecord<>(topic, null, timeMs, record.holder(), InputCodec.toAvro(record)), (written, e) -> {
                    if (e != null) {
                        failure.set(Optional.of(e));
                    } else if (written.timestamp() != timeMs) {
                        failure.set(Optional.of(new IllegalStateException(topic + " does not keep record times")));
                    }
                });
        records++;
    }
}
