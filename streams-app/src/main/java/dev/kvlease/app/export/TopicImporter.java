package dev.kvlease.app.export;

import dev.kvlease.app.codec.OutputKeys;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.source.Content;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.topics.ClusterErrors;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.Partitions;
import dev.kvlease.schemas.registry.SchemaRegistry;
import dev.kvlease.schemas.serde.GenericAvroSerializer;
import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;

/**
 * Puts exported records back into topics, those of a partition in their order. A record goes where its key says, by murmur2
 * as engines' records must; only one that the stream puts aside, or that has no key, goes where it lay.
 */
public final class TopicImporter implements Closeable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String prefix;
    private final Map<Topic, Integer> partitions;
    private final KafkaProducer<byte[], byte[]> producer;
    private final GenericAvroSerializer values;
    private final ClusterErrors errors;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    /**
     * An importer into a cluster.
     *
     * @param config where the cluster and the registry are
     * @param partitions how many partitions each topic there has
     */
    public TopicImporter(KvleaseConfig config, Map<Topic, Integer> partitions) {
        this.prefix = config.topicPrefix();
        this.partitions = Map.copyOf(partitions);
        this.errors = new ClusterErrors(config.bootstrapServers(), PATIENCE);
        Map<String, Object> serde = config.serdeProperties();
        config.schemaRegistryUrl();
        this.values = new GenericAvroSerializer(SchemaRegistry.open(serde), serde);
        Map<String, Object> properties = config.producerProperties();
        properties.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE.toMillis());
        properties.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
        properties.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis() / 2);
        properties.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        // with more, a topic that was just made can refuse a later batch that overtook the first
        properties.putIfAbsent(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Sends a record; it is not acknowledged yet.
     *
     * @param record any record
     * @throws dev.kvlease.app.topics.TopicAdminException if the cluster did not take one of those before
     */
    public void send(StoredRecord record) {
        check();
        String topic = record.topic().name(prefix);
        byte[] key = record.key().map(Bytes::get).orElse(null);
        ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(
                topic, partition(record), record.origin().recordTimeMs(), key, value(record, topic), record.headers());
        try {
            Future<RecordMetadata> unused = producer.send(sent, (metadata, exception) -> {
                if (exception != null) {
                    failure.compareAndSet(null, exception);
                }
            });
        } catch (KafkaException e) {
            throw errors.explain("write to " + topic, AclOperation.WRITE, List.of(topic), e);
        }
    }

    private byte[] value(StoredRecord record, String topic) {
        if (record.content() instanceof Content.Decoded decoded) {
            return values.serialize(topic, decoded.record());
        }
        return record.content() instanceof Content.Raw raw ? raw.bytes().get() : null;
    }

    private int partition(StoredRecord record) {
        int count = partitions.get(record.topic());
        if (record.key().isEmpty() || record.refusal().isPresent()) {
            return record.origin().partition() % count;
        }
        byte[] key = record.key().get().get();
        return Partitions.of(record.topic() == Topic.VERDICTS ? OutputKeys.firstId(key) : key, count);
    }

    private void check() {
        Exception failed = failure.get();
        if (failed != null) {
            throw errors.explain("write", AclOperation.WRITE, List.of(), failed);
        }
    }

    /**
     * Waits until the cluster has taken everything.
     *
     * @throws dev.kvlease.app.topics.TopicAdminException if it did not
     */
    public void finish() {
        producer.flush();
        check();
    }

    @Override
    public void close() {
        producer.close(PATIENCE);
    }
}
