package dev.kvlease.app.topics;

import java.time.Duration;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TimeoutException;

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

    TopicAdminException interrupted(InterruptedException cause) {
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
        return firstLine(cause);
    }

    private static String firstLine(Throwable cause) {
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return message.lines().findFirst().orElse("").strip();
    }
}
