package dev.kvlease.benchmarks.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads the end of a topic, decodes what comes and hands it on, on a thread of its own. */
public final class Tail implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deserializer<SpecificRecord> values;
    private final Consumer<SpecificRecord> taker;
    private final Thread thread;

    /**
     * Follows all partitions of a topic from now on.
     *
     * @param cluster where it is
     * @param topic which; it has the partitions of the cluster
     * @param taker takes each record as soon as it is decoded
     */
    public Tail(Cluster cluster, String topic, Consumer<SpecificRecord> taker) {
        this.taker = taker;
        this.values = cluster.serde().deserializer();
        Map<String, Object> properties = Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false);
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        // Not asked for: a broker may know nothing yet of a topic that was made a moment ago, and then answers with
        // none.
        List<TopicPartition> all = IntStream.range(0, cluster.partitions())
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(all);
        consumer.seekToEnd(all);
        all.forEach(consumer::position);
        this.thread = new Thread(this::run, "tail of " + topic);
        thread.start();
    }

    private void run() {
        try {
            while (true) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    take(record);
                }
            }
        } catch (WakeupException e) {
            consumer.close();
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        taker.accept(values.deserialize(record.topic(), record.headers(), record.value()));
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
