package dev.kvlease.app.topics;

import java.time.Duration;
import java.util.Collection;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Says in one line what a cluster's refusal means.
 *
 * @param bootstrapServers where the cluster is
 * @param timeout how long was waited
 */
public record ClusterErrors(String bootstrapServers, Duration timeout) {
    /**
     * Says why something could not be done.
     *
     * @param action what was tried, such as {@code read the offsets}
     * @param cause what the client threw
     * @return one line with what to check
     */
    public TopicAdminException explain(String action, Throwable cause) {
        return new TopicAdminException("cannot " + action + " at " + bootstrapServers + ": " + meaning(cause), cause);
    }

    /**
     * Says why something could not be done, and which rights it takes if this user lacks them.
     *
     * @param action what was tried, such as {@code read the offsets}
     * @param operation what the user must be allowed to do with the topics
     * @param topics the topics' names, if the cause may not name them; those that it names are told instead
     * @param cause what the client threw
     * @return one line with what to check
     */
    public TopicAdminException explain(
            String action, AclOperation operation, Collection<String> topics, Throwable cause) {
        if (!(cause instanceof AuthorizationException)) {
            return explain(action, cause);
        }
        Collection<String> lacking = cause instanceof TopicAuthorizationException refused
                        && !refused.unauthorizedTopics().isEmpty()
                ? refused.unauthorizedTopics()
                : topics;
        if (lacking.isEmpty()) {
            return explain(action, cause);
        }
        return new TopicAdminException(
                "cannot " + action + " at " + bootstrapServers + ": this user lacks "
                        + lacking.stream()
                                .sorted()
                                .map(topic -> Right.onTopic(operation, topic).toString())
                                .collect(Collectors.joining(", "))
                        + "; grant it with an ACL (docs/security.md), or let an administrator do it",
                cause);
    }

    /**
     * Says why a client could not be made.
     *
     * @param cause what was thrown
     * @return one line with what to check
     */
    public TopicAdminException unusableProperties(Throwable cause) {
        Throwable root = cause.getCause() == null ? cause : cause.getCause();
        return new TopicAdminException(
                "cannot connect to the Kafka cluster: " + firstLine(root)
                        + "; check bootstrap.servers and the client properties",
                cause);
    }

    /**
     * Ends a wait that was interrupted.
     *
     * @param cause the interruption; the thread stays marked
     * @return one line
     */
    public TopicAdminException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new TopicAdminException("interrupted while waiting for " + bootstrapServers, cause);
    }

    private String meaning(Throwable cause) {
        if (cause instanceof TimeoutException) {
            return "no answer within " + timeout.toSeconds()
                    + " s; is the cluster up, and are bootstrap.servers and security.protocol right?";
        }
        if (cause instanceof AuthenticationException) {
            return "the cluster refused the credentials (" + firstLine(cause) + "); check sasl.* and ssl.* properties";
        }
        if (cause instanceof AuthorizationException) {
            return firstLine(cause) + "; grant this user the right (an ACL), or let an administrator do it";
        }
        if (cause instanceof InvalidReplicationFactorException) {
            return firstLine(cause) + "; choose a replication factor that the number of brokers allows";
        }
        if (cause instanceof UnsupportedVersionException) {
            return firstLine(cause) + "; the brokers are too old for this client, use newer ones";
        }
        return firstLine(cause);
    }

    private static String firstLine(Throwable cause) {
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return message.lines().findFirst().orElse("").strip();
    }
}
