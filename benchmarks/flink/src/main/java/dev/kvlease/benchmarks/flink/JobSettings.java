package dev.kvlease.benchmarks.flink;

import dev.kvlease.app.topics.Topic;
import java.io.Serializable;
import java.util.Map;

/**
 * What the job is told when it starts.
 *
 * @param bootstrapServers the cluster
 * @param registryUrl the schema registry
 * @param topicPrefix what the names of topics start with
 * @param group where offsets are committed, and what transactions are named after
 * @param exactlyOnce exactly-once with transactions, or at-least-once
 * @param checkpointMs interval of checkpoints, in milliseconds
 * @param directory where checkpoints and local state are kept
 * @param parallelism subtasks of every operator
 * @param stateEveryRecord whether state is written after every record, or what has changed before every checkpoint
 * @param inTimeOrder whether records are taken in the order of their times, or as they come
 */
public record JobSettings(
        String bootstrapServers,
        String registryUrl,
        String topicPrefix,
        String group,
        boolean exactlyOnce,
        long checkpointMs,
        String directory,
        int parallelism,
        boolean stateEveryRecord,
        boolean inTimeOrder)
        implements Serializable {

    /**
     * Reads settings.
     *
     * @param arguments {@code name=value} each, with the names of the components
     * @return the settings
     */
    static JobSettings of(Map<String, String> arguments) {
        return new JobSettings(
                arguments.get("bootstrapServers"),
                arguments.get("registryUrl"),
                arguments.get("topicPrefix"),
                arguments.get("group"),
                Boolean.parseBoolean(arguments.get("exactlyOnce")),
                Long.parseLong(arguments.get("checkpointMs")),
                arguments.get("directory"),
                Integer.parseInt(arguments.get("parallelism")),
                Boolean.parseBoolean(arguments.get("stateEveryRecord")),
                Boolean.parseBoolean(arguments.get("inTimeOrder")));
    }

    String nameOf(Topic topic) {
        return topic.name(topicPrefix);
    }

    /** What the serdes are configured with. */
    Map<String, Object> serdeProperties() {
        return Map.of("schema.registry.url", registryUrl, "auto.register.schemas", false);
    }
}
