package dev.kvlease.app.topics;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The topics of one cluster; every call ends within the timeout, and says in one line why it failed. */
final class ClusterTopics implements AutoCloseable {
    private final Admin admin;
    private final ClusterErrors errors;
    private final Duration timeout;

    private ClusterTopics(Admin admin, ClusterErrors errors, Duration timeout) {
        this.admin = admin;
        this.errors = errors;
        this.timeout = timeout;
    }

    /**
     * A connection to a cluster; nothing is sent yet.
     *
     * @param clientProperties Kafka client properties with {@code bootstrap.servers}, and TLS and SASL if needed
     * @param timeout how long a call may take
     * @return the connection
     * @throws TopicAdminException if the properties are not usable
     */
    static ClusterTopics connect(Map<String, Object> clientProperties, Duration timeout) {
        ClusterErrors errors = new ClusterErrors(
                String.valueOf(clientProperties.get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG)), timeout);
        try {
            return new ClusterTopics(Admin.create(TopicAdmin.withTimeout(clientProperties, timeout)), errors, timeout);
        } catch (KafkaException e) {
            throw errors.unusableProperties(e);
        }
    }

    /**
     * The topics that exist.
     *
     * @param names which to look for
     * @return name to description, without those that do not exist
     */
    Map<String, TopicDescription> describe(Collection<String> names) {
        return describe(names, AclOperation.DESCRIBE);
    }

    /**
     * The topics that exist.
     *
     * @param names which to look for
     * @param purpose what is to be done with them, which implies that they may be described
     * @return name to description, without those that do not exist
     */
    Map<String, TopicDescription> describe(Collection<String> names, AclOperation purpose) {
        Map<String, TopicDescription> found = new HashMap<>();
        Map<String, KafkaFuture<TopicDescription>> answers =
                admin.describeTopics(names).topicNameValues();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> answer : answers.entrySet()) {
            try {
                found.put(answer.getKey(), get(answer.getValue()));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw errors.explain(
                            "describe topic " + answer.getKey(), purpose, List.of(answer.getKey()), e.getCause());
                }
            }
        }
        return found;
    }

    /**
     * The settings of existing topics.
     *
     * @param names their names
     * @return name to setting to value, defaults included
     */
    Map<String, Map<String, String>> configs(Collection<String> names) {
        List<ConfigResource> resources = names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        try {
            Map<ConfigResource, Config> configs =
                    get(admin.describeConfigs(resources).all());
            return configs.entrySet().stream()
                    .collect(Collectors.toMap(entry -> entry.getKey().name(), entry -> values(entry.getValue())));
        } catch (ExecutionException e) {
            throw errors.explain("read the settings of topics", AclOperation.DESCRIBE_CONFIGS, names, e.getCause());
        }
    }

    /**
     * How many offsets each topic spans.
     *
     * @param topics existing topics
     * @return name to number of records, by offsets
     */
    Map<String, Long> records(Collection<TopicDescription> topics) {
        Map<String, Long> counts = new HashMap<>();
        offsets(topics, OffsetSpec.latest())
                .forEach((partition, end) -> counts.merge(partition.topic(), end.offset(), Long::sum));
        offsets(topics, OffsetSpec.earliest())
                .forEach((partition, start) -> counts.merge(partition.topic(), -start.offset(), Long::sum));
        return counts;
    }

    /**
     * Makes topics unless somebody else has made them meanwhile, and waits until the cluster shows them.
     *
     * @param topics what to make
     * @return the names of those made here
     */
    Set<String> create(Collection<NewTopic> topics) {
        Set<String> made = new HashSet<>();
        Map<String, KafkaFuture<Void>> answers = admin.createTopics(topics).values();
        for (Map.Entry<String, KafkaFuture<Void>> answer : answers.entrySet()) {
            try {
                get(answer.getValue());
                made.add(answer.getKey());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw errors.explain(
                            "create topic " + answer.getKey(),
                            AclOperation.CREATE,
                            List.of(answer.getKey()),
                            e.getCause());
                }
            }
        }
        awaitVisible(answers.keySet());
        return made;
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }

    private void awaitVisible(Collection<String> names) {
        long deadlineNs = System.nanoTime() + timeout.toNanos();
        while (describe(names).size() < names.size() && System.nanoTime() < deadlineNs) {
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                throw errors.interrupted(e);
            }
        }
    }

    private Map<TopicPartition, ListOffsetsResultInfo> offsets(Collection<TopicDescription> topics, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> asked = topics.stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .collect(Collectors.toMap(partition -> partition, partition -> spec));
        try {
            return get(admin.listOffsets(asked).all());
        } catch (ExecutionException e) {
            throw errors.explain(
                    "read the offsets",
                    AclOperation.DESCRIBE,
                    topics.stream().map(TopicDescription::name).toList(),
                    e.getCause());
        }
    }

    private <T> T get(KafkaFuture<T> future) throws ExecutionException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw errors.interrupted(e);
        }
    }

    private static Map<String, String> values(Config config) {
        return config.entries().stream()
                .filter(entry -> entry.value() != null)
                .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    }
}
