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
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Notices that the changelog is gone although its group has consumed records. Kafka Streams would make an empty one and
 * go on; leases of tracked holders would then be unknown, and the holders taken for such that send no events (rule V2).
 */
final class LostState {
    private LostState() {}

    /** One line with the cure, or empty if the changelog is there or nothing has been consumed. */
    static Optional<String> problem(KvleaseConfig config) {
        String changelog = LeaseTopology.changelogTopic(config);
        String group = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        ClusterErrors errors = new ClusterErrors(config.bootstrapServers(), TopicAdmin.DEFAULT_TIMEOUT);
        try (Admin admin =
                Admin.create(TopicAdmin.withTimeout(config.clientProperties(), TopicAdmin.DEFAULT_TIMEOUT))) {
            // in this order: another instance's first start makes the changelog before it commits
            return !hasConsumed(admin, group) || exists(admin, changelog)
                    ? Optional.empty()
                    : Optional.of("topic " + changelog + " is gone although group " + group + " has consumed records:"
                            + " what was remembered of leases is lost; set the inputs back by an hour and start with "
                            + ConfigKeys.MISSING_STATE + "=" + ConfigKeys.ACCEPT + " (docs/operations.md, Reset)");
        } catch (ExecutionException e) {
            throw errors.explain("look for the state", AclOperation.DESCRIBE, List.of(changelog), e.getCause());
        } catch (KafkaException e) {
            throw errors.unusableProperties(e);
        } catch (InterruptedException e) {
            throw errors.interrupted(e);
        }
    }

    private static boolean exists(Admin admin, String topic) throws ExecutionException, InterruptedException {
        try {
            return admin.describeTopics(List.of(topic))
                            .topicNameValues()
                            .get(topic)
                            .get()
                    != null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    private static boolean hasConsumed(Admin admin, String group) throws ExecutionException, InterruptedException {
        Map<?, ?> committed = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
        return committed.values().stream().anyMatch(Objects::nonNull);
    }
}
