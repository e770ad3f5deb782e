package dev.kvlease.app.compare;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.ClusterErrors;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.RecordedInputs;
import dev.kvlease.app.topology.ValueSerdes;
import dev.kvlease.schemas.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;

/**
 * Compares all verdicts in the topics of a cluster. First the verdicts are read and sorted by task and step, then each task
 * is followed through its inputs.
 */
public final class TopicComparison {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int VERDICTS_IN_MEMORY = 50_000;
    private static final List<Topic> INPUTS = Arrays.stream(Topic.values())
            .filter(topic -> topic.role() == Topic.Role.INPUT)
            .toList();

    private final KvleaseConfig config;
    private final Runnable progress;
    private final NavigableMap<Integer, RunTree> trees = new TreeMap<>();
    private long verdictsRead;
    private long verdictsWanted;

    /**
     * A comparison.
     *
     * @param config the cluster, and the rules that the stream went by
     * @param progress called often while it works
     */
    public TopicComparison(KvleaseConfig config, Runnable progress) {
        this.config = config;
        this.progress = progress;
    }

    /**
     * How many verdicts there are.
     *
     * @return the count of those read so far
     */
    public long verdicts() {
        return verdictsRead;
    }

    /**
     * How much is done.
     *
     * @param result what has been found
     * @return 0 to 1; half of it is reading
     */
    public double share(ComparisonResult result) {
        double read = verdictsWanted == 0 ? Double.NaN : (double) verdictsRead / verdictsWanted;
        double followed = verdictsRead == 0 ? 0 : Math.min(1, (double) result.total() / verdictsRead);
        return (Math.min(1, read) + followed) / 2;
    }

    /**
     * Compares.
     *
     * @param findings takes what comes of each verdict
     * @throws IOException if a topic is not there, or a temporary file cannot be used
     * @throws dev.kvlease.app.topics.TopicAdminException if the cluster does not answer or refuses
     */
    public void run(Consumer<Finding> findings) throws IOException {
        try {
            compare(findings);
        } catch (KafkaException e) {
            throw new ClusterErrors(config.bootstrapServers(), PATIENCE)
                    .explain("read the topics", AclOperation.READ, List.of(), e);
        }
    }

    private void compare(Consumer<Finding> findings) throws IOException {
        try (Serde<Object> serde = ValueSerdes.of(config).get();
                VerdictSort sort = new VerdictSort(VERDICTS_IN_MEMORY)) {
            Deserializer<Object> values = serde.deserializer();
            int places = readVerdicts(values, sort);
            Iterator<Recorded> sorted = sort.sorted();
            PartitionParts parts = new PartitionParts(sorted);
            for (Map.Entry<Integer, RunTree> task : trees.entrySet()) {
                follow(task.getKey(), task.getValue(), parts.of(task.getKey()), places, values, findings);
            }
        }
    }

    private int readVerdicts(Deserializer<Object> values, VerdictSort sort) throws IOException {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_committed")) {
            List<TopicPartition> partitions = partitions(consumer, Topic.VERDICTS);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            verdictsWanted = ends.values().stream().mapToLong(Long::longValue).sum();
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (record.offset() < ends.get(new TopicPartition(record.topic(), record.partition()))) {
                        take(record, values, sort);
                    }
                }
                progress.run();
            }
            return partitions.size();
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record, Deserializer<Object> values, VerdictSort sort)
            throws IOException {
        Object value = values.deserialize(record.topic(), record.headers(), record.value());
        if (value instanceof Verdict verdict) {
            Recorded recorded = new Recorded(verdict, record.partition(), record.offset());
            trees.computeIfAbsent(recorded.partition(), partition -> new RunTree())
                    .add(recorded);
            sort.add(recorded);
            verdictsRead++;
        }
    }

    private void follow(
            int partition,
            RunTree tree,
            Iterator<Recorded> recorded,
            int places,
            Deserializer<Object> values,
            Consumer<Finding> findings)
            throws IOException {
        // The trail tells what was taken, also of transactions that were aborted later.
        try (KafkaConsumer<byte[], byte[]> consumer =
                consumer(config.exactlyOnce() ? "read_committed" : "read_uncommitted")) {
            Map<TopicPartition, Topic> topics = new LinkedHashMap<>();
            INPUTS.forEach(input -> topics.put(new TopicPartition(config.nameOf(input), partition), input));
            int inputPartitions = partitions(consumer, Topic.LEASE_EVENTS).size();
            KafkaInputLog log = new KafkaInputLog(consumer, new RecordedInputs(values, inputPartitions), topics);
            new TaskComparison(
                            log,
                            config.settings(),
                            partition,
                            reader -> RecordedInputs.placeOfReader(reader, places),
                            finding -> {
                                findings.accept(finding);
                                progress.run();
                            })
                    .compare(tree, recorded);
        }
    }

    private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, Topic topic) throws IOException {
        String name = config.nameOf(topic);
        List<PartitionInfo> found = consumer.partitionsFor(name, PATIENCE);
        if (found == null || found.isEmpty()) {
            throw new IOException("there is no topic " + name + " at " + config.bootstrapServers()
                    + ": 'kvlease topics check' says what is missing");
        }
        return found.stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        Map<String, Object> properties = new HashMap<>(config.consumerProperties());
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Cuts what is sorted by partition. */
    private static final class PartitionParts {
        private final Iterator<Recorded> all;
        private Optional<Recorded> ahead;

        PartitionParts(Iterator<Recorded> all) {
            this.all = all;
            advance();
        }

        private void advance() {
            ahead = all.hasNext() ? Optional.of(all.next()) : Optional.empty();
        }

        Iterator<Recorded> of(int partition) {
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return ahead.isPresent() && ahead.get().partition() == partition;
                }

                @Override
                public Recorded next() {
                    Recorded next = ahead.orElseThrow();
                    advance();
                    return next;
                }
            };
        }
    }
}
