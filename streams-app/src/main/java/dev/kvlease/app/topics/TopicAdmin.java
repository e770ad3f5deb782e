package dev.kvlease.app.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;

/**
 * Creates, checks and describes the topics of kvlease on a cluster, and their subjects in a schema registry.
 *
 * <p>Nothing is printed here: results are values, failures {@link TopicAdminException}s of one line.
 */
public final class TopicAdmin implements AutoCloseable {
    /** How long a call may take unless the caller says otherwise. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    private final ClusterTopics cluster;
    private final Optional<Subjects> subjects;
    private final TopicLayout layout;

    private TopicAdmin(ClusterTopics cluster, Optional<Subjects> subjects, TopicLayout layout) {
        this.cluster = cluster;
        this.subjects = subjects;
        this.layout = layout;
    }

    /**
     * Connects to a cluster without a schema registry: subjects are left alone.
     *
     * @param clientProperties Kafka client properties with {@code bootstrap.servers}, and TLS and SASL if needed
     * @param layout the topics' prefix and counts
     * @param timeout how long each call to the cluster may take
     * @return the connection
     * @throws TopicAdminException if the properties are not usable
     */
    public static TopicAdmin connect(Map<String, Object> clientProperties, TopicLayout layout, Duration timeout) {
        return connect(clientProperties, Map.of(), layout, timeout);
    }

    /**
     * Connects to a cluster and a schema registry; nothing is sent yet.
     *
     * @param clientProperties Kafka client properties with {@code bootstrap.servers}, and TLS and SASL if needed
     * @param registryProperties client properties with Confluent's keys, such as {@code schema.registry.url}; without that key
     *     subjects are left alone
     * @param layout the topics' prefix and counts
     * @param timeout how long each call to the cluster and each request to the registry may take
     * @return the connection
     * @throws TopicAdminException if the client properties are not usable
     * @throws org.apache.kafka.common.config.ConfigException if the registry's properties are not usable
     */
    public static TopicAdmin connect(
            Map<String, Object> clientProperties,
            Map<String, Object> registryProperties,
            TopicLayout layout,
            Duration timeout) {
        Optional<Subjects> subjects = Subjects.open(registryProperties, timeout);
        return new TopicAdmin(ClusterTopics.connect(clientProperties, timeout), subjects, layout);
    }

    /**
     * Client properties with which a call to the cluster takes no longer than it may.
     *
     * @param clientProperties Kafka client properties
     * @param timeout how long a call may take
     * @return a copy with the timeouts in place
     */
    public static Map<String, Object> withTimeout(Map<String, Object> clientProperties, Duration timeout) {
        Map<String, Object> properties = new HashMap<>(clientProperties);
        int timeoutMs = Math.toIntExact(timeout.toMillis());
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs);
        return properties;
    }

    /**
     * Makes every topic that is missing and leaves the others as they are. Missing inputs get as many partitions as the inputs that
     * exist, so that they stay co-partitioned. Then registers the values' schemas and holds their subjects to full compatibility.
     *
     * @param progress told of each step once it is done
     * @return the steps, topics first, in the order of {@link Topic}
     * @throws TopicAdminException if the cluster or the registry refuses or does not answer; what was made until then stays
     */
    public List<Creation> create(Consumer<Creation> progress) {
        List<Creation> steps = new ArrayList<>(createTopics());
        steps.forEach(progress);
        for (Topic topic : Topic.values()) {
            List<Creation> done = createSubject(topic);
            steps.addAll(done);
            done.forEach(progress);
        }
        return steps;
    }

    /**
     * Looks whether the application can run on these topics and subjects.
     *
     * @param commands the commands that cures name
     * @return what is wrong; an unreachable cluster or registry is a problem too, not an exception
     */
    public CheckReport check(Commands commands) {
        List<Problem> problems = new ArrayList<>();
        addProblems(this::topicProblems, problems);
        addProblems(this::subjectProblems, problems);
        return new CheckReport(problems, commands);
    }

    /**
     * What the cluster and the registry say of each topic.
     *
     * @return one entry a topic, existing or not, in the order of {@link Topic}
     * @throws TopicAdminException if the cluster or the registry refuses or does not answer
     */
    public List<TopicDetails> describe() {
        Map<String, TopicDescription> found = cluster.describe(names());
        Map<String, Map<String, String>> configs = cluster.configs(found.keySet());
        Map<String, Long> records = cluster.records(found.values());
        return Arrays.stream(Topic.values())
                .map(topic -> details(topic, found, configs, records))
                .toList();
    }

    /**
     * How many partitions topics have.
     *
     * @param topics which to look for
     * @param purpose what is to be done with them, for the error if this user may not even see them
     * @return the counts of those that exist
     * @throws TopicAdminException if the cluster refuses or does not answer
     */
    public Map<Topic, Integer> partitions(Collection<Topic> topics, AclOperation purpose) {
        Map<String, TopicDescription> found = cluster.describe(
                topics.stream().map(topic -> topic.name(layout.prefix())).toList(), purpose);
        Map<Topic, Integer> counts = new EnumMap<>(Topic.class);
        topics.stream()
                .filter(topic -> found.containsKey(topic.name(layout.prefix())))
                .forEach(topic -> counts.put(
                        topic,
                        found.get(topic.name(layout.prefix())).partitions().size()));
        return counts;
    }

    @Override
    public void close() {
        cluster.close();
    }

    private static void addProblems(Supplier<List<Problem>> check, List<Problem> problems) {
        try {
            problems.addAll(check.get());
        } catch (TopicAdminException e) {
            problems.add(new Problem.Unusable(e.getMessage()));
        }
    }

    private List<Problem> topicProblems() {
        Map<String, TopicDescription> found = cluster.describe(names());
        Map<String, Map<String, String>> configs = cluster.configs(found.keySet());
        return TopicCheck.problems(layout.prefix(), partitions(found), configs, replicas(found));
    }

    private static Map<String, TopicCheck.Replicas> replicas(Map<String, TopicDescription> found) {
        Map<String, TopicCheck.Replicas> fewest = new HashMap<>();
        found.forEach((name, description) -> description.partitions().stream()
                .map(partition -> new TopicCheck.Replicas(
                        partition.isr().size(), partition.replicas().size()))
                .min(Comparator.comparingInt(TopicCheck.Replicas::inSync))
                .ifPresent(replicas -> fewest.put(name, replicas)));
        return fewest;
    }

    private List<Problem> subjectProblems() {
        return subjects.stream()
                .flatMap(registry -> Arrays.stream(Topic.values())
                        .flatMap(topic -> TopicSchemas.valueSchema(topic)
                                .flatMap(schema -> registry.problem(topic.name(layout.prefix()), schema))
                                .stream()))
                .toList();
    }

    private List<Creation> createSubject(Topic topic) {
        return subjects.flatMap(registry -> TopicSchemas.valueSchema(topic)
                        .map(schema -> registry.create(topic.name(layout.prefix()), schema)))
                .orElse(List.of());
    }

    private List<Creation> createTopics() {
        Map<String, Integer> before = partitions(cluster.describe(names()));
        Optional<Integer> inputs = TopicCheck.inputCounts(layout.prefix(), before).values().stream()
                .max(Integer::compare);
        List<NewTopic> missing = Arrays.stream(Topic.values())
                .filter(topic -> !before.containsKey(topic.name(layout.prefix())))
                .map(topic -> newTopic(topic, inputs))
                .toList();
        Set<String> made = missing.isEmpty() ? Set.of() : cluster.create(missing);
        Map<String, Integer> after = partitions(cluster.describe(names()));
        return Arrays.stream(Topic.values())
                .map(topic -> step(topic, made, after))
                .toList();
    }

    private Creation step(Topic topic, Set<String> made, Map<String, Integer> partitions) {
        String name = topic.name(layout.prefix());
        int asked = layout.partitions(topic);
        int count = partitions.getOrDefault(name, asked);
        if (!made.contains(name)) {
            return new Creation.TopicFound(name, count);
        }
        return new Creation.TopicMade(name, count, count == asked ? "" : ", as many as the other inputs have");
    }

    private NewTopic newTopic(Topic topic, Optional<Integer> inputs) {
        return new NewTopic(topic.name(layout.prefix()), Optional.of(count(topic, inputs)), layout.replicationFactor())
                .configs(TopicConfigs.initial(topic, layout));
    }

    private int count(Topic topic, Optional<Integer> inputs) {
        int asked = layout.partitions(topic);
        return topic.role() == Topic.Role.INPUT ? inputs.orElse(asked) : asked;
    }

    private TopicDetails details(
            Topic topic,
            Map<String, TopicDescription> found,
            Map<String, Map<String, String>> configs,
            Map<String, Long> records) {
        String name = topic.name(layout.prefix());
        Optional<TopicDetails.Found> facts = Optional.ofNullable(found.get(name))
                .map(description -> new TopicDetails.Found(
                        description.partitions().size(),
                        description.partitions().stream()
                                .mapToInt(partition -> partition.replicas().size())
                                .min()
                                .orElse(0),
                        records.getOrDefault(name, 0L),
                        configs.getOrDefault(name, Map.of())));
        Optional<TopicDetails.Subject> subject = subjects.flatMap(
                registry -> TopicSchemas.valueSchema(topic).map(schema -> registry.describe(name, schema)));
        return new TopicDetails(topic, name, facts, subject);
    }

    private List<String> names() {
        return Arrays.stream(Topic.values())
                .map(topic -> topic.name(layout.prefix()))
                .toList();
    }

    private static Map<String, Integer> partitions(Map<String, TopicDescription> found) {
        Map<String, Integer> counts = new HashMap<>();
        found.forEach(
                (name, description) -> counts.put(name, description.partitions().size()));
        return Collections.unmodifiableMap(counts);
    }
}
