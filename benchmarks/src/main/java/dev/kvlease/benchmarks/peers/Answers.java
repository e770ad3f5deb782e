package dev.kvlease.benchmarks.peers;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.VerdictStatus;
import dev.kvlease.schemas.VerdictTrigger;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What a run has written into the topic of verdicts, as a reader sees it who reads what is committed.
 *
 * @param readable intents told READABLE
 * @param expired intents told EXPIRED
 * @param revocations verdicts that nobody asked for
 */
record Answers(long readable, long expired, long revocations) {
    private static final Duration POLL = Duration.ofMillis(200);

    /** Answers to intents. */
    long toIntents() {
        return readable + expired;
    }

    static Answers count(SharedBroker broker) throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> ends = broker.ends(Topic.VERDICTS.name(TopicLayout.DEFAULT_PREFIX));
        Map<String, Object> properties =
                new HashMap<>(Map.of("bootstrap.servers", broker.bootstrapServers(), "max.poll.records", 10_000));
        properties.put("isolation.level", "read_committed");
        long[] counts = new long[3];
        try (KafkaConsumer<byte[], SpecificRecord> consumer = new KafkaConsumer<>(
                properties, new ByteArrayDeserializer(), broker.serde().deserializer())) {
            consumer.assign(ends.keySet());
            consumer.seekToBeginning(ends.keySet());
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], SpecificRecord> record : consumer.poll(POLL)) {
                    counts[kind((Verdict) record.value())]++;
                }
            }
        }
        return new Answers(counts[0], counts[1], counts[2]);
    }

    private static int kind(Verdict verdict) {
        if (verdict.getTrigger() != VerdictTrigger.READ_INTENT) {
            return 2;
        }
        return verdict.getStatus() == VerdictStatus.READABLE ? 0 : 1;
    }
}
