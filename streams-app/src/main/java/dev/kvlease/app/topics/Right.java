package dev.kvlease.app.topics;

import java.util.Locale;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A right on a cluster, as one ACL grants it.
 *
 * @param resource what kind of thing
 * @param pattern whether the name is the thing's, or what the names of things start with
 * @param name the name; {@value #ANY} with {@link PatternType#LITERAL} for all
 * @param operation what may be done
 */
public record Right(ResourceType resource, PatternType pattern, String name, AclOperation operation) {
    private static final String ANY = ResourcePattern.WILDCARD_RESOURCE;
    private static final String ANY_HOST = "*";

    /**
     * A right on one topic.
     *
     * @param operation what may be done
     * @param topic its name
     * @return the right
     */
    public static Right onTopic(AclOperation operation, String topic) {
        return new Right(ResourceType.TOPIC, PatternType.LITERAL, topic, operation);
    }

    /**
     * A right on everything whose name starts alike.
     *
     * @param operation what may be done
     * @param resource what kind of thing
     * @param prefix what the names start with; empty for all
     * @return the right
     */
    public static Right onPrefix(AclOperation operation, ResourceType resource, String prefix) {
        return prefix.isEmpty()
                ? new Right(resource, PatternType.LITERAL, ANY, operation)
                : new Right(resource, PatternType.PREFIXED, prefix, operation);
    }

    /**
     * A right on one consumer group.
     *
     * @param operation what may be done
     * @param group its name
     * @return the right
     */
    public static Right onGroup(AclOperation operation, String group) {
        return new Right(ResourceType.GROUP, PatternType.LITERAL, group, operation);
    }

    /**
     * Whether the right is about a thing of this name.
     *
     * @param thing a name
     * @return true if it is
     */
    public boolean covers(String thing) {
        return name.equals(ANY) || (pattern == PatternType.PREFIXED ? thing.startsWith(name) : thing.equals(name));
    }

    /**
     * The ACL that grants it.
     *
     * @param principal who gets it, such as {@code User:kvlease}
     * @return what an admin client creates
     */
    public AclBinding grantedTo(String principal) {
        return new AclBinding(
                new ResourcePattern(resource, name, pattern),
                new AccessControlEntry(principal, ANY_HOST, operation, AclPermissionType.ALLOW));
    }

    /**
     * The right for a user.
     *
     * @return for example {@code READ on topic kvlease.lease-events}
     */
    @Override
    public String toString() {
        return operation + " on " + things();
    }

    private String things() {
        String kind = resource.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        if (name.equals(ANY)) {
            return "every " + kind;
        }
        return pattern == PatternType.PREFIXED ? kind + "s that start with " + name : kind + " " + name;
    }

    /**
     * The options of {@code kafka-acls.sh} for it.
     *
     * @return part of a line for a shell
     */
    String options() {
        String option = resource == ResourceType.TRANSACTIONAL_ID
                ? "--transactional-id"
                : "--" + resource.name().toLowerCase(Locale.ROOT);
        String operationName = operation.name().charAt(0)
                + operation.name().substring(1).toLowerCase(Locale.ROOT).replace("_configs", "Configs");
        return "--operation " + operationName + " " + option + " '" + name + "'"
                + (pattern == PatternType.PREFIXED ? " --resource-pattern-type prefixed" : "");
    }
}
