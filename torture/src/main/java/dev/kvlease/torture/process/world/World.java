package dev.kvlease.torture.process.world;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.LoopbackPorts;
import dev.kvlease.app.platform.registry.EmbeddedRegistry;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicLayout;
import dev.kvlease.gate.core.Reader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;

/** Everything that runs: the cluster, the application's instances, perhaps a connector, the gates, the load. */
public final class World implements AutoCloseable {
    /** Partitions of each topic. */
    public static final int PARTITIONS = 4;

    private static final String PREFIX = TopicLayout.DEFAULT_PREFIX;
    private static final Duration START = Duration.ofMinutes(2);

    private final WorldOptions options;
    private final Processes processes = new Processes();
    private final Deque<AutoCloseable> open = new ConcurrentLinkedDeque<>();
    private final List<Instance> instances = new CopyOnWriteArrayList<>();
    private Brokers brokers;
    private EmbeddedRegistry registry;
    private KvleaseConfig config;
    private Admin admin;
    private Follower follower;
    private Optional<Connector> connector = Optional.empty();
    private Gates gates;
    private Load load;
    private int poisoned;
    private boolean rebuilt;

    /**
     * Nothing yet.
     *
     * @param options what is to be built
     */
    public World(WorldOptions options) {
        this.options = options;
    }

    /**
     * Builds it. The inputs begin with a record that nobody can read in each partition; instances and load wait to be
     * started.
     *
     * @throws IOException if the directory cannot be used
     * @throws InterruptedException if the thread is interrupted
     */
    public void build() throws IOException, InterruptedException {
        buildCluster();
        buildClients();
    }

    /**
     * Lets something be done when this is closed, whatever has happened.
     *
     * @param last what is to be done
     */
    public void atEnd(AutoCloseable last) {
        open.push(last);
    }

    private <T extends AutoCloseable> T opened(T part) {
        open.push(part);
        return part;
    }

    private void buildCluster() throws IOException, InterruptedException {
        brokers = opened(Brokers.make(processes, options.directory().resolve("brokers"), options.brokers()));
        brokers.start();
        admin = opened(Admin.create(Map.of("bootstrap.servers", brokers.direct())));
        Patience.until("the brokers answer", START, () -> {
            if (!brokers.ended().isEmpty()) {
                throw new TortureException(String.join("; ", brokers.ended()));
            }
            return admin.describeCluster().nodes().get().size() == options.brokers();
        });
        registry = opened(
                EmbeddedRegistry.start(brokers.direct(), LoopbackPorts.free(1).get(0)));
        config = new KvleaseConfig(properties(brokers.direct()));
        TopicLayout layout = new TopicLayout(PREFIX, PARTITIONS, PARTITIONS, Optional.empty());
        try (TopicAdmin topics = TopicAdmin.connect(
                config.clientProperties(), config.serdeProperties(), layout, TopicAdmin.DEFAULT_TIMEOUT)) {
            topics.create(step -> {});
        }
    }

    private Map<String, String> properties(String bootstrapServers) {
        Map<String, String> properties = new HashMap<>(options.applicationSettings());
        properties.put("bootstrap.servers", bootstrapServers);
        properties.put("schema.registry.url", registry.url());
        return properties;
    }

    private void buildClients() throws IOException, InterruptedException {
        Traffic traffic = new Traffic(options.seed());
        if (options.connector()) {
            Map<String, String> clients =
                    Map.of("bootstrap.servers", brokers.direct(), "schema.registry.url", registry.url());
            String holder = traffic.holders().get(0);
            connector = Optional.of(opened(
                    Connector.start(processes, options.directory(), clients, PREFIX, options.brokers(), holder)));
        }
        load = opened(new Load(config, traffic, connector.map(Connector::engine), options.perSecond()));
        poison(new Random(options.seed()));
        follower = opened(new Follower(config, PARTITIONS, admin));
        Map<String, Object> gateClients = new HashMap<>(config.clientProperties());
        gateClients.putAll(config.serdeProperties());
        gates = opened(Gates.start(readers(options.seed()), gateClients, PREFIX));
        for (int i = 0; i < options.instances(); i++) {
            instances.add(new Instance(processes, i, options.directory(), properties(brokers.through(i))));
        }
    }

    /** The readers and their lives, looked up in the same history. */
    private static List<Reader> readers(long seed) {
        Traffic ahead = new Traffic(seed);
        Map<String, Reader> found = new HashMap<>();
        while (found.size() < ahead.readers().size()) {
            Traffic.readerOf(ahead.next().input())
                    .ifPresent(reader ->
                            found.putIfAbsent(reader.getKey(), new Reader(reader.getKey(), reader.getValue())));
        }
        return List.copyOf(found.values());
    }

    /**
     * How it was built.
     *
     * @return the options
     */
    public WorldOptions options() {
        return options;
    }

    /**
     * The cluster.
     *
     * @return its nodes
     */
    public Brokers brokers() {
        return brokers;
    }

    /**
     * The application's instances.
     *
     * @return one or two
     */
    public List<Instance> instances() {
        return List.copyOf(instances);
    }

    /**
     * The connector.
     *
     * @return empty if there is none
     */
    public Optional<Connector> connector() {
        return connector;
    }

    /**
     * The load.
     *
     * @return what sends
     */
    public Load load() {
        return load;
    }

    /**
     * Who watches.
     *
     * @return how far the application is
     */
    public Follower follower() {
        return follower;
    }

    /**
     * The readers' gates.
     *
     * @return all of them
     */
    public Gates gates() {
        return gates;
    }

    /**
     * How to reach the cluster and its topics, as the application is configured but past the proxies.
     *
     * @return a configuration
     */
    public KvleaseConfig config() {
        return config;
    }

    /**
     * The cluster's administration.
     *
     * @return a client that is not cut off
     */
    public Admin admin() {
        return admin;
    }

    /**
     * Puts a record that nobody can read into each partition of each input.
     *
     * @param random decides what it is
     * @throws InterruptedException if the thread is interrupted
     */
    public void poison(Random random) throws InterruptedException {
        for (Topic topic : Topic.inputs()) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                byte[] bytes = new byte[1 + random.nextInt(64)];
                random.nextBytes(bytes);
                load.poison(topic, partition, bytes);
                poisoned++;
            }
        }
    }

    /**
     * How many records that nobody can read are in the inputs.
     *
     * @return a count
     */
    public int poisoned() {
        return poisoned;
    }

    /** The state was built anew from the inputs, so that their records were taken a second time. */
    public void rebuilt() {
        rebuilt = true;
    }

    /**
     * Whether records were taken again on purpose.
     *
     * @return true after {@link #rebuilt()}
     */
    public boolean isRebuilt() {
        return rebuilt;
    }

    /**
     * Numbers of the brokers.
     *
     * @return 1 to 3
     */
    public List<Integer> brokerIds() {
        return IntStream.rangeClosed(1, brokers.count()).boxed().toList();
    }

    /**
     * Waits until every replica is in sync again, so that the next fault finds a whole cluster.
     *
     * @param bound how long at most
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitReplicated(Duration bound) throws InterruptedException {
        Patience.until("all replicas are in sync", bound, follower::isReplicated);
    }

    /**
     * Does what a supervisor of processes does: starts instances again that have ended by themselves.
     *
     * @param fenced takes an instance that was fenced by the group's coordinator, before it is started again
     * @return a line for each part that has given up for another reason, but for one that the cluster did not answer at its
     *     start
     */
    public List<String> supervise(Consumer<Instance> fenced) {
        List<String> ended = new ArrayList<>(brokers.ended());
        for (Instance instance : instances) {
            if (instance.isFenced()) {
                fenced.accept(instance);
            } else if (instance.hasGivenUp() && !instance.hasNotStarted()) {
                ended.add(instance + " ended by itself: " + instance.lastLine());
            }
            if (instance.hasGivenUp()) {
                instance.start();
            }
        }
        return ended;
    }

    /**
     * Lets what has been sent come to its end: waits until the application, the gates and the connector have done all.
     *
     * @param bound how long for each
     * @throws ExecutionException if the cluster does not answer
     * @throws InterruptedException if the thread is interrupted
     */
    public void settle(Duration bound) throws ExecutionException, InterruptedException {
        load.pause();
        Patience.until("all records are acknowledged", bound, load::isAcknowledged);
        if (connector.isPresent()) {
            Connector worker = connector.get();
            Patience.until("the connector has written all records", bound, () -> worker.hasWritten(worker.published()));
        }
        Follower.Place end = follower.place();
        Patience.until("the application has taken all records", bound, () -> follower.hasCommitted(end));
        gates.awaitFresh();
    }

    /**
     * What the engine behind the connector has published.
     *
     * @return its records in order; none without a connector
     */
    public List<SpecificRecord> published() {
        return connector.map(Connector::engine).map(Engine::published).orElse(List.of());
    }

    @Override
    public void close() {
        processes.close();
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                // what is left is closed all the same
            }
        }
    }
}
