package dev.kvlease.app.rights;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.apache.kafka.common.resource.ResourceType.TOPIC;
import static org.apache.kafka.common.resource.ResourceType.TRANSACTIONAL_ID;

import dev.kvlease.app.topics.Right;
import dev.kvlease.app.topics.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;

/** Who talks to the cluster, each with the least rights that it can do its work with: the one place for them. */
public enum Party {
    /** The stream: {@code kvlease run}. */
    APPLICATION("application", "`kvlease run`, every instance"),
    /** Whoever makes the topics. */
    ADMINISTRATOR("administrator", "`kvlease topics create`"),
    /** An engine that leases blocks out. */
    HOLDER("holder", "an engine that leases blocks out and says so"),
    /** An engine that reads blocks, through the gate. */
    READER("reader", "an engine that reads blocks, with the [read gate](../read-gate/README.md)"),
    /** A router that asks before it routes. */
    ROUTER("router", "a router that asks for a reader"),
    /** The connector from engines. */
    SOURCE_CONNECTOR("source connector", "the [connector](connectors.md) from engines' sockets"),
    /** The connector to readers. */
    SINK_CONNECTOR("sink connector", "the [connector](connectors.md) that takes verdicts to readers"),
    /** Somebody who looks into what happened. */
    FORENSICS("forensics", "`kvlease export`, `explain`, `audit`, `replay` from topics"),
    /** Somebody who plays an incident into a cluster of its own. */
    IMPORTER("import", "`kvlease import`, into a test cluster"),
    /** Whoever watches topics and lag. */
    MONITORING("monitoring", "`kvlease topics check`, `topics describe`, exporters of the lag");

    private final String title;
    private final String who;

    Party(String title, String who) {
        this.title = title;
        this.who = who;
    }

    /**
     * A short name.
     *
     * @return for example {@code reader}
     */
    public String title() {
        return title;
    }

    /**
     * Who that is.
     *
     * @return a phrase in Markdown
     */
    public String who() {
        return who;
    }

    /**
     * What it needs; without any one of them it cannot do its work.
     *
     * @param names the names of the deployment
     * @return its rights
     */
    public List<Right> rights(Deployment names) {
        return switch (this) {
            case APPLICATION -> application(names);
            case ADMINISTRATOR -> onTopics(names, CREATE, DESCRIBE);
            case HOLDER -> on(names, WRITE, Topic.LEASE_EVENTS);
            case READER ->
                join(
                        on(names, WRITE, Topic.HANDSHAKE_SAMPLES, Topic.READ_INTENTS, Topic.READ_OUTCOMES),
                        on(names, READ, Topic.VERDICTS));
            case ROUTER -> on(names, WRITE, Topic.READ_INTENTS);
            case SOURCE_CONNECTOR ->
                join(on(names, WRITE, inputs()), on(names, WRITE, Topic.BLOCK_EVENTS, Topic.DEAD_LETTERS));
            case SINK_CONNECTOR ->
                join(on(names, READ, Topic.VERDICTS), List.of(Right.onGroup(READ, "connect-kvlease-verdicts")));
            case FORENSICS -> onTopics(names, READ);
            case IMPORTER -> onTopics(names, WRITE);
            case MONITORING ->
                join(
                        onTopics(names, DESCRIBE, DESCRIBE_CONFIGS),
                        List.of(Right.onGroup(DESCRIBE, names.applicationId())));
        };
    }

    private static List<Right> application(Deployment names) {
        List<Right> rights = new ArrayList<>(onTopics(names, DESCRIBE, DESCRIBE_CONFIGS));
        rights.addAll(on(names, READ, inputs()));
        rights.addAll(on(names, WRITE, Topic.VERDICTS, Topic.CLOCK_OFFSETS, Topic.VIOLATIONS, Topic.DEAD_LETTERS));
        rights.add(Right.onGroup(READ, names.applicationId()));
        Stream.of(CREATE, DESCRIBE_CONFIGS, READ, WRITE)
                .forEach(operation -> rights.add(Right.onPrefix(operation, TOPIC, names.internalPrefix())));
        if (names.exactlyOnce()) {
            rights.add(Right.onPrefix(WRITE, TRANSACTIONAL_ID, names.internalPrefix()));
        }
        return List.copyOf(rights);
    }

    private static Topic[] inputs() {
        return Arrays.stream(Topic.values())
                .filter(topic -> topic.role() == Topic.Role.INPUT)
                .toArray(Topic[]::new);
    }

    private static List<Right> on(Deployment names, AclOperation operation, Topic... topics) {
        return Arrays.stream(topics)
                .map(topic -> Right.onTopic(operation, topic.name(names.topicPrefix())))
                .toList();
    }

    private static List<Right> onTopics(Deployment names, AclOperation... operations) {
        return Arrays.stream(operations)
                .map(operation -> Right.onPrefix(operation, TOPIC, names.topicPrefix()))
                .toList();
    }

    private static List<Right> join(List<Right> first, List<Right> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
