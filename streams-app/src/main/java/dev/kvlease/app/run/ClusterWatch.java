package dev.kvlease.app.run;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.metrics.Metric;
import dev.kvlease.app.metrics.PagePoint;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topology.LeaseTopology;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the cluster now and then for what Kafka Streams would not notice, or would not say: that a topic it writes to has
 * been deleted, and that an input stands still behind somebody's open transaction.
 *
 * <p>A cluster that does not answer is no finding: the stream finds that out by itself.
 */
final class ClusterWatch implements AutoCloseable {
    /** A transaction may be open for so many looks before it is told; most last for less than one. */
    private static final int PATIENCE_LOOKS = 3;

    private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);

    private final KvleaseConfig config;
    private final Supplier<Set<Integer>> partitionsHere;
    private final Consumer<String> lines;
    private final Consumer<String> onStop;
    private final Set<String> written;
    private final List<String> inputs;
    private final WatchedTopics topics;
    private final OpenTransactions transactions;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Admin admin;
    private volatile Optional<Map<String, Duration>> stalled = Optional.empty();

    private ClusterWatch(
            KvleaseConfig config,
            Supplier<Set<Integer>> partitionsHere,
            Consumer<String> lines,
            Consumer<String> onStop) {
        this.config = config;
        this.partitionsHere = partitionsHere;
        this.lines = lines;
        this.onStop = onStop;
        String changelog = LeaseTopology.changelogTopic(config);
        this.written = Stream.concat(Topic.outputs().stream().map(config::nameOf), Stream.of(changelog))
                .collect(Collectors.toUnmodifiableSet());
        this.inputs = Topic.inputs().stream().map(config::nameOf).toList();
        this.topics = new WatchedTopics(changelog);
        this.transactions = new OpenTransactions(config.watchInterval().multipliedBy(PATIENCE_LOOKS));
        this.admin = Admin.create(TopicAdmin.withTimeout(config.clientProperties(), TopicAdmin.DEFAULT_TIMEOUT));
    }

    /**
     * Begins to look.
     *
     * @param config where the cluster is, and how often it is asked
     * @param partitionsHere the partitions that this instance works on
     * @param lines takes what a person should read
     * @param onStop takes the reason if the process has to stop, once
     * @return the watch, or empty if none is wanted
     */
    static Optional<ClusterWatch> start(
            KvleaseConfig config,
            Supplier<Set<Integer>> partitionsHere,
            Consumer<String> lines,
            Consumer<String> onStop) {
        if (config.watchInterval().isZero()) {
            return Optional.empty();
        }
        ClusterWatch watch = new ClusterWatch(config, partitionsHere, lines, onStop);
        Thread thread = new Thread(watch::lookAgainAndAgain, "kvlease-watch");
        thread.setDaemon(true);
        thread.start();
        return Optional.of(watch);
    }

    private void lookAgainAndAgain() {
        long everyMs = config.watchInterval().toMillis();
        try {
            do {
                look();
            } while (!over.await(everyMs, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws InterruptedException {
        try {
            Optional<String> stop = topics.look(written, ids());
            if (stop.isPresent()) {
                over.countDown();
                onStop.accept(stop.get());
                return;
            }
            stalled = Optional.of(config.readsCommitted() ? lookForTransactions() : Map.of());
        } catch (ExecutionException | RuntimeException e) {
            LOG.debug("the cluster could not be asked", e);
        }
    }

    private Map<String, Uuid> ids() throws ExecutionException, InterruptedException {
        Map<String, Uuid> ids = new HashMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> answer :
                admin.describeTopics(written).topicNameValues().entrySet()) {
            try {
                ids.put(answer.getKey(), answer.getValue().get().topicId());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        }
        return ids;
    }

    private Map<String, Duration> lookForTransactions() throws ExecutionException, InterruptedException {
        List<TopicPartition> read = partitionsHere.get().stream()
                .flatMap(partition -> inputs.stream().map(input -> new TopicPartition(input, partition)))
                .toList();
        Map<TopicPartition, ListOffsetsResultInfo> stable = ends(read, IsolationLevel.READ_COMMITTED);
        Map<TopicPartition, ListOffsetsResultInfo> ends = ends(read, IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, OpenTransactions.Ends> both = new HashMap<>();
        stable.forEach((input, at) -> both.put(
                input, new OpenTransactions.Ends(at.offset(), ends.get(input).offset())));
        for (OpenTransactions.Stall stall : transactions.look(both, System.nanoTime())) {
            lines.accept(text(stall));
        }
        return transactions.lasted(System.nanoTime());
    }

    private Map<TopicPartition, ListOffsetsResultInfo> ends(List<TopicPartition> read, IsolationLevel level)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> latest =
                read.stream().collect(Collectors.toMap(input -> input, input -> OffsetSpec.latest()));
        return admin.listOffsets(latest, new ListOffsetsOptions(level)).all().get();
    }

    private String text(OpenTransactions.Stall stall) throws InterruptedException {
        TopicPartition input = stall.input();
        return "input " + input + " stands still at offset " + stall.offset() + " for "
                + stall.lasted().toSeconds() + " s, with " + stall.waiting()
                + " records behind it: a transaction is open there" + producer(stall)
                + "; if its producer is gone, end it: kafka-transactions.sh --bootstrap-server "
                + config.bootstrapServers() + " abort --topic " + input.topic() + " --partition " + input.partition()
                + " --start-offset " + stall.offset();
    }

    private String producer(OpenTransactions.Stall stall) throws InterruptedException {
        try {
            return admin
                    .describeProducers(List.of(stall.input()))
                    .partitionResult(stall.input())
                    .get()
                    .activeProducers()
                    .stream()
                    .filter(each -> each.currentTransactionStartOffset().orElse(-1) == stall.offset())
                    .map(ProducerState::producerId)
                    .map(id -> " (producer id " + id + ")")
                    .findFirst()
                    .orElse("");
        } catch (ExecutionException e) {
            LOG.debug("the producers of {} could not be asked for", stall.input(), e);
            return "";
        }
    }

    /**
     * For how long inputs have stood still.
     *
     * @return a point for each input, once the cluster has been looked at
     */
    List<PagePoint> points() {
        return stalled.stream()
                .flatMap(now -> inputs.stream()
                        .map(input -> PagePoint.of(
                                Metric.INPUT_STALLED,
                                now.getOrDefault(input, Duration.ZERO).toMillis() / 1000.0,
                                input)))
                .toList();
    }

    @Override
    public void close() {
        over.countDown();
        admin.close(Duration.ZERO);
    }
}
