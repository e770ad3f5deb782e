package dev.kvlease.app.rights;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.ClusterErrors;
import dev.kvlease.app.topics.Commands;
import dev.kvlease.app.topics.Right;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicAdminException;
import dev.kvlease.app.topology.LeaseTopology;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Asks the cluster which of the application's rights its user has, before the first record is read: a right that is seldom
 * used, to write violations say, would else be missed in the middle of an incident.
 *
 * <p>A cluster without ACLs grants all. Whether topics that are yet to be made may be read and written cannot be asked.
 */
public final class RightsCheck {
    /** Any of these implies that a topic may be described. */
    private static final Set<AclOperation> SHOW_A_TOPIC =
            Set.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE);

    private final Admin admin;
    private final Deployment names;
    private final List<String> topics;

    private RightsCheck(Admin admin, Deployment names, List<String> topics) {
        this.admin = admin;
        this.names = names;
        this.topics = topics;
    }

    /**
     * What the application's user may not do but must.
     *
     * @param config the application's
     * @return the missing rights, in the order of {@link Party#rights}; none if the cluster does not tell
     * @throws TopicAdminException if the cluster does not answer or refuses the credentials
     */
    public static List<Right> missing(KvleaseConfig config) {
        Map<String, Object> properties = TopicAdmin.withTimeout(config.clientProperties(), TopicAdmin.DEFAULT_TIMEOUT);
        List<String> topics = Stream.concat(
                        Arrays.stream(Topic.values()).map(config::nameOf),
                        Stream.of(LeaseTopology.changelogTopic(config)))
                .toList();
        ClusterErrors errors = new ClusterErrors(config.bootstrapServers(), TopicAdmin.DEFAULT_TIMEOUT);
        try (Admin admin = Admin.create(properties)) {
            return new RightsCheck(admin, Deployment.of(config), topics).missing();
        } catch (ExecutionException e) {
            throw errors.explain("ask for the rights of this user", e.getCause());
        } catch (KafkaException e) {
            throw errors.unusableProperties(e);
        } catch (InterruptedException e) {
            throw errors.interrupted(e);
        }
    }

    private List<Right> missing() throws ExecutionException, InterruptedException {
        List<Right> needed = Party.APPLICATION.rights(names);
        Set<Right> missing = new LinkedHashSet<>();
        Map<String, KafkaFuture<TopicDescription>> answers = admin.describeTopics(
                        topics, new DescribeTopicsOptions().includeAuthorizedOperations(true))
                .topicNameValues();
        for (String topic : topics) {
            List<Right> onTopic = needed.stream()
                    .filter(right -> right.resource() == ResourceType.TOPIC && right.covers(topic))
                    .toList();
            missing.addAll(missingOn(topic, onTopic, answers.get(topic)));
        }
        for (Right right : needed) {
            if (isRefused(right)) {
                missing.add(right);
            }
        }
        return needed.stream().filter(missing::contains).toList();
    }

    private List<Right> missingOn(String topic, List<Right> needed, KafkaFuture<TopicDescription> answer)
            throws ExecutionException, InterruptedException {
        try {
            Set<AclOperation> granted = answer.get().authorizedOperations();
            return needed.stream()
                    .filter(right -> right.operation() != AclOperation.CREATE)
                    .filter(right -> isNotAmong(granted, right.operation()))
                    .toList();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return needed.stream()
                        .filter(right -> SHOW_A_TOPIC.contains(right.operation()))
                        .toList();
            }
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return missingToMake(topic, needed);
            }
            throw e;
        }
    }

    /** Asks whether the topic might be made, without making it. */
    private List<Right> missingToMake(String topic, List<Right> needed)
            throws ExecutionException, InterruptedException {
        List<Right> create = needed.stream()
                .filter(right -> right.operation() == AclOperation.CREATE)
                .toList();
        if (create.isEmpty()) {
            return List.of();
        }
        NewTopic probe = new NewTopic(topic, Optional.of(1), Optional.empty());
        return isUnauthorized(admin.createTopics(List.of(probe), new CreateTopicsOptions().validateOnly(true))
                        .all())
                ? create
                : List.of();
    }

    private boolean isRefused(Right right) throws ExecutionException, InterruptedException {
        return switch (right.resource()) {
            case GROUP -> isGroupRefused(right);
            case TRANSACTIONAL_ID ->
                isUnauthorized(admin.describeTransactions(List.of(right.name() + "rights"))
                        .all());
            default -> false;
        };
    }

    private boolean isGroupRefused(Right right) throws ExecutionException, InterruptedException {
        KafkaFuture<ConsumerGroupDescription> answer = admin.describeConsumerGroups(
                        List.of(right.name()), new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true))
                .describedGroups()
                .get(right.name());
        if (isUnauthorized(answer)) {
            return true;
        }
        if (answer.isCompletedExceptionally()) {
            return false;
        }
        Set<AclOperation> granted = answer.get().authorizedOperations();
        return isNotAmong(granted, right.operation());
    }

    /**
     * Whether an operation is known not to be granted. What may be described at all may be described: who gets no operation
     * told, or none, is not told.
     */
    static boolean isNotAmong(Set<AclOperation> granted, AclOperation operation) {
        return granted != null && !granted.isEmpty() && !granted.contains(operation);
    }

    /** Other refusals, such as that there is no such thing, say nothing about rights. */
    private static boolean isUnauthorized(KafkaFuture<?> answer) throws ExecutionException, InterruptedException {
        try {
            answer.get();
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return true;
            }
            if (e.getCause() instanceof AuthenticationException || e.getCause() instanceof TimeoutException) {
                throw e;
            }
            return false;
        }
    }

    /**
     * The rights for a user, one a line, with what grants each.
     *
     * @param rights which
     * @param commands where the cluster is
     * @return lines without a full stop
     */
    public static List<String> lines(List<Right> rights, Commands commands) {
        return rights.stream()
                .map(right -> "this user lacks " + right + "; grant it: " + commands.grant(right))
                .toList();
    }
}
