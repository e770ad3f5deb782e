package dev.kvlease.app.source;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.ClusterErrors;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicLayout;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * The topics of a cluster from one place to another: of each partition in order, a bounded number of records in memory. It reads to where the topics ended when it was opened, in no consumer group, and changes nothing.
 */
public final class TopicSource implements Closeable {
    private static final int FETCH_BYTES = 16 << 20;
    private static final int PARTITION_FETCH_BYTES = 256 << 10;

    private final Consumer<byte[], byte[]> consumer;
    private final CloseOptions closing;
    private final List<TopicRange> ranges;
    private final List<String> findings;
    private final TopicFetcher fetcher;
    private final Map<Topic, Integer> partitions;
    private final RecordDecoder decoder;
    private final Narrowing narrowing;
    private final Map<TopicPartition, Long> beginningsMs = new HashMap<>();

    private TopicSource(
            Consumer<byte[], byte[]> consumer,
            ClusterErrors errors,
            RecordDecoder decoder,
            TopicRanges finder,
            Map<Topic, Integer> partitions,
            Map<TopicPartition, Topic> read,
            TopicQuery query) {
        this.consumer = consumer;
        this.closing = closing(query);
        this.decoder = decoder;
        this.partitions = partitions;
        this.narrowing = query.narrowing();
        try {
            this.ranges = finder.of(read);
        } catch (KafkaException e) {
            throw errors.explain("read the offsets", AclOperation.READ, List.of(), e);
        }
        this.findings = finder.findings(ranges);
        this.fetcher =
                new TopicFetcher(consumer, ranges, errors, query.patience().records());
    }

    /**
     * Finds out what there is to read.
     *
     * @param config where the cluster is and how to reach it
     * @param query what to read; the inputs among its topics must exist
     * @param values decodes values to Avro records; not closed here
     * @return the source
     * @throws IOException if the cluster lacks an input
     * @throws dev.kvlease.app.topics.TopicAdminException if the cluster does not answer or refuses
     */
    public static TopicSource open(KvleaseConfig config, TopicQuery query, Deserializer<?> values) throws IOException {
        Map<Topic, Integer> partitions = partitions(config, query.topics(), query.patience());
        Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                consumerProperties(config, query), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        return open(config, query, partitions, values, consumer);
    }

    /** The same once the partitions are known; the consumer is closed with it, or at once if it fails. */
    static TopicSource open(
            KvleaseConfig config,
            TopicQuery query,
            Map<Topic, Integer> partitions,
            Deserializer<?> values,
            Consumer<byte[], byte[]> consumer) {
        try {
            ClusterErrors errors = new ClusterErrors(
                    config.bootstrapServers(), query.patience().answers());
            TopicRanges ranges = new TopicRanges(consumer, query.slice(), query.history(), query.narrowing());
            Map<TopicPartition, Topic> read = partitionsOf(partitions, config.topicPrefix());
            query.partition().ifPresent(only -> read.keySet().removeIf(each -> each.partition() != only));
            return new TopicSource(consumer, errors, new RecordDecoder(values), ranges, partitions, read, query);
        } catch (RuntimeException e) {
            consumer.close(closing(query));
            throw e;
        }
    }

    private static Map<Topic, Integer> partitions(
            KvleaseConfig config, Collection<Topic> topics, TopicQuery.Patience patience) throws IOException {
        String prefix = config.topicPrefix();
        TopicLayout layout = new TopicLayout(
                prefix, TopicLayout.DEFAULT_PARTITIONS, TopicLayout.DEFAULT_PARTITIONS, Optional.empty());
        try (TopicAdmin admin = TopicAdmin.connect(config.clientProperties(), layout, patience.answers())) {
            Map<Topic, Integer> found = admin.partitions(topics, AclOperation.READ);
            String missing = topics.stream()
                    .filter(topic -> topic.role() == Topic.Role.INPUT && !found.containsKey(topic))
                    .map(topic -> topic.name(prefix))
                    .collect(Collectors.joining(", "));
            if (!missing.isEmpty()) {
                throw new IOException("there is no topic " + missing + " at " + config.bootstrapServers()
                        + "; is it the right cluster, and --topic-prefix " + prefix + " right?");
            }
            return found;
        }
    }

    /** Unless told otherwise a consumer says goodbye to the cluster for as long as a request may take. */
    private static CloseOptions closing(TopicQuery query) {
        return CloseOptions.timeout(query.patience().answers());
    }

    /** What the consumer is made with. */
    static Map<String, Object> consumerProperties(KvleaseConfig config, TopicQuery query) {
        Map<String, Object> properties = config.consumerProperties();
        int answersMs = (int) query.patience().answers().toMillis();
        if (query.patience().firm()) {
            properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, answersMs);
        }
        properties.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, answersMs);
        properties.putIfAbsent(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        properties.putIfAbsent(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, PARTITION_FETCH_BYTES);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.putIfAbsent(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, query.isolation().toString());
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return properties;
    }

    private static Map<TopicPartition, Topic> partitionsOf(Map<Topic, Integer> counts, String prefix) {
        Map<TopicPartition, Topic> all = new LinkedHashMap<>();
        counts.forEach((topic, count) -> {
            for (int partition = 0; partition < count; partition++) {
                all.put(new TopicPartition(topic.name(prefix), partition), topic);
            }
        });
        return all;
    }

    /**
     * One stream for each partition of each topic, for a {@link RecordOrder}.
     *
     * @return streams that may be read in any order; call it once
     */
    public List<PartitionStream> streams() {
        return ranges.stream().<PartitionStream>map(OnePartition::new).toList();
    }

    /** The source closes the consumer that all share. */
    private final class OnePartition implements PartitionStream {
        private final TopicRange range;

        OnePartition(TopicRange range) {
            this.range = range;
        }

        @Override
        public Topic topic() {
            return range.topic();
        }

        @Override
        public int partition() {
            return range.partition().partition();
        }

        @Override
        public Optional<StoredRecord> next() {
            Optional<ConsumerRecord<byte[], byte[]>> next = fetcher.next(range.partition());
            if (range.capped()) {
                next.ifPresent(first -> beginningsMs.putIfAbsent(range.partition(), first.timestamp()));
            }
            while (next.isPresent() && !narrowing.has(next.get())) {
                next = fetcher.next(range.partition());
            }
            return next.map(record -> decoder.decode(range.topic(), record, partitions.get(range.topic())));
        }

        @Override
        public void goTo(long offset) {
            fetcher.goTo(range.partition(), offset);
        }

        @Override
        public void close() {
            // see above
        }
    }

    /**
     * How far back was read, and whether older records were missing.
     *
     * @return lines for a person
     */
    public List<String> findings() {
        return findings;
    }

    /**
     * The topics that are read.
     *
     * @return each with its number of partitions
     */
    public Map<Topic, Integer> topics() {
        return Map.copyOf(partitions);
    }

    /**
     * Whether records before those that are read were wanted.
     *
     * @return true if they are not kept any more, or more than the narrowing allows
     */
    public boolean isCut() {
        return ranges.stream().anyMatch(range -> range.cutAtMs().isPresent() || range.capped());
    }

    /**
     * Since when all partitions are read, if of one of them only the newest records are. Known once every stream has been
     * asked for a record, as a merged stream does for its first.
     *
     * @return record time in milliseconds of the epoch: the latest at which such a partition begins; empty if the narrowing
     *     leaves nothing out
     */
    public Optional<Long> cappedSinceMs() {
        return beginningsMs.values().stream().max(Long::compare);
    }

    /**
     * How much has been read.
     *
     * @return 0 to 1, by offsets
     */
    public double share() {
        return fetcher.share();
    }

    @Override
    public void close() {
        consumer.close(closing);
    }
}
