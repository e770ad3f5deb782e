package dev.kvlease.torture.process.world;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topology.ValueSerdes;
import dev.kvlease.schemas.Verdict;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serde;

/** Watches how far the application has come, from outside. */
public final class Follower implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);

    private final KvleaseConfig config;
    private final int partitions;
    private final Admin admin;
    private final Map<Integer, Long> answered = new ConcurrentHashMap<>();
    private final AtomicLong verdicts = new AtomicLong();
    private final Thread thread;
    private volatile boolean stopped;

    /**
     * How far the inputs reach at some moment.
     *
     * @param ends their ends
     */
    public record Place(Map<TopicPartition, Long> ends) {}

    Follower(KvleaseConfig config, int partitions, Admin admin) {
        this.config = config;
        this.partitions = partitions;
        this.admin = admin;
        this.thread = new Thread(this::run, "follower");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        Map<TopicPartition, Long> next = new HashMap<>();
        while (!stopped) {
            try {
                follow(next);
            } catch (KafkaException e) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(Map<TopicPartition, Long> next) {
        Map<String, Object> properties = new HashMap<>(config.clientProperties());
        properties.put("isolation.level", "read_committed");
        properties.put("auto.offset.reset", "earliest");
        List<TopicPartition> all = of(Topic.VERDICTS);
        try (Serde<Object> values = ValueSerdes.of(config).get();
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(all);
            next.forEach(consumer::seek);
            while (!stopped) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    next.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
                    Object value = values.deserializer().deserialize(record.topic(), record.headers(), record.value());
                    learn((Verdict) value);
                }
            }
        }
    }

    private void learn(Verdict verdict) {
        Long intent = verdict.getEvidence().getReadIntentOffset();
        if (intent != null) {
            answered.merge(verdict.getEvidence().getAsOf().getPartition(), intent, Math::max);
        }
        verdicts.incrementAndGet();
    }

    private List<TopicPartition> of(Topic topic) {
        return IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(config.nameOf(topic), partition))
                .toList();
    }

    /**
     * Verdicts that have been seen.
     *
     * @return a count
     */
    public long verdicts() {
        return verdicts.get();
    }

    /**
     * How far the inputs reach now.
     *
     * @return their ends
     * @throws ExecutionException if the cluster does not answer
     * @throws InterruptedException if the thread is interrupted
     */
    public Place place() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        Topic.inputs().forEach(topic -> of(topic).forEach(each -> asked.put(each, OffsetSpec.latest())));
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(asked, new ListOffsetsOptions().timeoutMs(5_000))
                .all()
                .get()
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return new Place(ends);
    }

    /**
     * Whether every partition works again: one in which something was asked after a moment has answered such a question; one
     * in which nothing was asked since has done what had been there.
     *
     * @param since that moment
     * @return true if so, and at least one question is answered
     * @throws ExecutionException if the cluster does not answer
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean hasAnsweredSince(Place since) throws ExecutionException, InterruptedException {
        List<TopicPartition> all = of(Topic.READ_INTENTS);
        if (all.stream().noneMatch(each -> isAnswered(each, since))) {
            return false;
        }
        Place now = place();
        Map<TopicPartition, OffsetAndMetadata> committed = committed();
        return all.stream()
                .allMatch(each -> isAnswered(each, since)
                        || (now.ends().get(each).equals(since.ends().get(each))
                                && isDone(committed, each, since.ends().get(each))));
    }

    private boolean isAnswered(TopicPartition intents, Place since) {
        return answered.getOrDefault(intents.partition(), -1L) >= since.ends().get(intents);
    }

    private Map<TopicPartition, OffsetAndMetadata> committed() throws ExecutionException, InterruptedException {
        return admin.listConsumerGroupOffsets(group())
                .partitionsToOffsetAndMetadata()
                .get();
    }

    private static boolean isDone(
            Map<TopicPartition, OffsetAndMetadata> committed, TopicPartition partition, long end) {
        OffsetAndMetadata done = committed.get(partition);
        return end == 0 || (done != null && done.offset() >= end);
    }

    /**
     * Whether everything that had been there at a moment is done and committed.
     *
     * @param place that moment
     * @return true if so
     * @throws ExecutionException if the cluster does not answer
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean hasCommitted(Place place) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> committed = committed();
        return place.ends().entrySet().stream().allMatch(end -> isDone(committed, end.getKey(), end.getValue()));
    }

    /**
     * Whether every replica of every partition is in sync.
     *
     * @return true if so
     * @throws ExecutionException if the cluster does not answer
     * @throws InterruptedException if the thread is interrupted
     */
    boolean isReplicated() throws ExecutionException, InterruptedException {
        Set<String> names = new HashSet<>(admin.listTopics(new ListTopicsOptions().listInternal(true))
                .names()
                .get());
        return admin.describeTopics(names).allTopicNames().get().values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .allMatch(partition ->
                        partition.isr().size() == partition.replicas().size());
    }

    String group() {
        return config.getString("application.id");
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
