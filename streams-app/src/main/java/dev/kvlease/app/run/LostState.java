package dev.kvlease.app.run;

import dev.kvlease.app.config.ConfigKeys;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.ClusterErrors;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topology.LeaseTopology;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Notices that what is remembered is gone although its group has consumed records, or would go in time. Kafka Streams would
 * make an empty changelog and go on; leases of tracked holders would then be unknown, and the holders taken for such that
 * send no events (rule V2).
 */
final class LostState {
    private static final String CURE =
            ": what was remembered of leases is lost; set the inputs back by an hour and start" + " with "
                    + ConfigKeys.MISSING_STATE + "=" + ConfigKeys.ACCEPT + " (docs/operations.md, Reset)";

    private final Admin admin;
    private final String changelog;
    private final String group;
    private final String bootstrapServers;

    private LostState(Admin admin, KvleaseConfig config) {
        this.admin = admin;
        this.changelog = LeaseTopology.changelogTopic(config);
        this.group = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        this.bootstrapServers = config.bootstrapServers();
    }

    /** One line with the cure, or empty if the changelog is as it should be or nothing has been consumed. */
    static Optional<String> problem(KvleaseConfig config) {
        String changelog = LeaseTopology.changelogTopic(config);
        boolean accepted = ConfigKeys.ACCEPT.equalsIgnoreCase(config.getString(ConfigKeys.MISSING_STATE));
        ClusterErrors errors = new ClusterErrors(config.bootstrapServers(), TopicAdmin.DEFAULT_TIMEOUT);
        try (Admin admin =
                Admin.create(TopicAdmin.withTimeout(config.clientProperties(), TopicAdmin.DEFAULT_TIMEOUT))) {
            LostState state = new LostState(admin, config);
            Optional<String> lost = accepted ? Optional.empty() : state.lost();
            return lost.isPresent() ? lost : state.forgetful();
        } catch (ExecutionException e) {
            throw errors.explain("look for the state", AclOperation.DESCRIBE, List.of(changelog), e.getCause());
        } catch (KafkaException e) {
            throw errors.unusableProperties(e);
        } catch (InterruptedException e) {
            throw errors.interrupted(e);
        }
    }

    /** Offsets first, then the changelog: another instance's first start makes and writes it before it commits. */
    private Optional<String> lost() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
        if (committed.values().stream().noneMatch(Objects::nonNull)) {
            return Optional.empty();
        }
        Optional<TopicDescription> found = describe();
        if (found.isEmpty()) {
            return Optional.of(
                    "topic " + changelog + " is gone although group " + group + " has consumed records" + CURE);
        }
        List<TopicPartition> needed = committed.entrySet().stream()
                .filter(entry -> isOfTheStream(entry.getValue()))
                .map(entry -> new TopicPartition(changelog, entry.getKey().partition()))
                .filter(partition ->
                        partition.partition() < found.get().partitions().size())
                .distinct()
                .toList();
        return firstEmpty(needed)
                .map(empty -> "partition " + empty + " of topic " + changelog + " is empty although group " + group
                        + " has consumed records" + CURE);
    }

    /** Kafka Streams commits with metadata; who sets a group back leaves none, and nothing is remembered of then. */
    private static boolean isOfTheStream(OffsetAndMetadata committed) {
        return committed != null && !committed.metadata().isEmpty();
    }

    private Optional<Integer> firstEmpty(List<TopicPartition> partitions)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, ListOffsetsResultInfo> starts = offsets(partitions, OffsetSpec.earliest());
        Map<TopicPartition, ListOffsetsResultInfo> ends = offsets(partitions, OffsetSpec.latest());
        return partitions.stream()
                .filter(partition ->
                        starts.get(partition).offset() >= ends.get(partition).offset())
                .map(TopicPartition::partition)
                .sorted()
                .findFirst();
    }

    private Map<TopicPartition, ListOffsetsResultInfo> offsets(List<TopicPartition> partitions, OffsetSpec which)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked =
                partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> which));
        return admin.listOffsets(asked).all().get();
    }

    /** A changelog that forgets by time, as one that was made by hand or by use, loses holders that are still there. */
    private Optional<String> forgetful() throws ExecutionException, InterruptedException {
        if (describe().isEmpty()) {
            return Optional.empty();
        }
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, changelog);
        String policy = admin.describeConfigs(List.of(topic))
                .all()
                .get()
                .get(topic)
                .get(TopicConfig.CLEANUP_POLICY_CONFIG)
                .value();
        return policy.equals(TopicConfig.CLEANUP_POLICY_COMPACT)
                ? Optional.empty()
                : Optional.of("topic " + changelog + " has " + TopicConfig.CLEANUP_POLICY_CONFIG + "=" + policy
                        + " but needs compact; what it has lost already is forgotten, so build the state anew"
                        + " (docs/operations.md, Reset), or, if it has lost nothing, set it: kafka-configs.sh"
                        + " --bootstrap-server " + bootstrapServers + " --alter --entity-type topics --entity-name "
                        + changelog + " --add-config cleanup.policy=compact");
    }

    private Optional<TopicDescription> describe() throws ExecutionException, InterruptedException {
        try {
            return Optional.of(admin.describeTopics(List.of(changelog))
                    .topicNameValues()
                    .get(changelog)
                    .get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
