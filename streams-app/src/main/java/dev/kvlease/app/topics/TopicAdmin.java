package dev.kvlease.app.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;

/**
 * Creates, checks and describes the topics of kvlease on a cluster.
 *
 * <p>Nothing is printed here: results are values, failures {@link TopicAdminException}s of one line.
 */
public final class TopicAdmin implements AutoCloseable {
    /** How long a call may take unless the caller says otherwise. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    private final ClusterTopics cluster;
    private final TopicLayout layout;

    private TopicAdmin(ClusterTopics cluster, TopicLayout layout) {
        this.cluster = cluster;
        this.layout = layout;
    }

    /**
     * Connects to a cluster; nothing is sent yet.
     *
     * @param clientProperties Kafka client properties with {@code bootstrap.servers}, and TLS and SASL if needed
     * @param layout the topics' prefix and counts
     * @param timeout how long each call to the cluster may take
     * @return the connection
     * @throws TopicAdminException if the properties are not usable
     */
    public static TopicAdmin connect(Map<String, Object> clientProperties, TopicLayout layout, Duration timeout) {
        return new TopicAdmin(ClusterTopics.connect(clientProperties, timeout), layout);
    }

    /**
     * Makes every topic that is missing and leaves the others as they are. Missing inputs get as many partitions as the inputs that
     * exist, so that they stay co-partitioned.
     *
     * @param progress told of each step when it is done
     * @return the steps, in the order of {@link Topic}
     * @throws TopicAdminException if the cluster refuses or does not answer; what was made until then stays
     */
    public List<Creation> create(Consumer<Creation> progress) {
        List<Creation> steps = new ArrayList<>();
        Map<String, Integer> partitions = partitions(cluster.describe(names()));
        Optional<Integer> existingInputs = TopicCheck.inputCounts(layout.prefix(), partitions).values().stream()
                .max(Integer::compare);
        for (Topic topic : Topic.values()) {
            Creation step = createTopic(topic, partitions, existingInputs);
            steps.add(step);
            progress.accept(step);
        }
        return steps;
    }

    /**
     * Looks whether the application can run on these topics.
     *
     * @param commands the commands that cures name
     * @return what is wrong; an unreachable cluster is a problem too, not an exception
     */
    public CheckReport check(Commands commands) {
        try {
            Map<String, TopicDescription> found = cluster.describe(names());
            Map<String, Map<String, String>> configs = cluster.configs(found.keySet());
            return new CheckReport(TopicCheck.problems(layout.prefix(), partitions(found), configs), commands);
        } catch (TopicAdminException e) {
            return new CheckReport(List.of(new Problem.Unusable(e.getMessage())), commands);
        }
    }

    /**
     * What the cluster says of each topic.
     *
     * @return one entry a topic, existing or not, in the order of {@link Topic}
     * @throws TopicAdminException if the cluster refuses or does not answer
     */
    public List<TopicDetails> describe() {
        Map<String, TopicDescription> found = cluster.describe(names());
        Map<String, Map<String, String>> configs = cluster.configs(found.keySet());
        Map<String, Long> records = cluster.records(found.values());
        return Arrays.stream(Topic.values())
                .map(topic -> details(topic, found, configs, records))
                .toList();
    }

    @Override
    public void close() {
        cluster.close();
    }

    private Creation createTopic(Topic topic, Map<String, Integer> partitions, Optional<Integer> existingInputs) {
        String name = topic.name(layout.prefix());
        if (partitions.containsKey(name)) {
            return new Creation.TopicFound(name, partitions.get(name));
        }
        int asked = layout.partitions(topic);
        int count = topic.role() == Topic.Role.INPUT ? existingInputs.orElse(asked) : asked;
        cluster.create(new NewTopic(name, Optional.of(count), layout.replicationFactor())
                .configs(TopicConfigs.initial(topic, layout)));
        return new Creation.TopicMade(name, count, count == asked ? "" : ", as many as the other inputs have");
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
        return new TopicDetails(topic, name, facts, Optional.empty());
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
