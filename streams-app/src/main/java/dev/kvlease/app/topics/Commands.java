package dev.kvlease.app.topics;

/**
 * The commands that a cure names, so that a user can paste them.
 *
 * @param create the complete command that creates topics and subjects, such as {@code ./kvlease topics create}
 * @param bootstrapServers where the cluster is, for Kafka's own tools
 */
public record Commands(String create, String bootstrapServers) {
    /**
     * A command that sets a topic's setting.
     *
     * @param topic the topic's name
     * @param setting the setting
     * @param value the value
     * @return a line for a shell
     */
    String alterConfig(String topic, String setting, String value) {
        return "kafka-configs.sh --bootstrap-server " + bootstrapServers
                + " --alter --entity-type topics --entity-name " + topic + " --add-config " + setting + "=" + value;
    }

    /**
     * A command that raises a topic's partition count.
     *
     * @param topic the topic's name
     * @param partitions the new count
     * @return a line for a shell
     */
    String alterPartitions(String topic, int partitions) {
        return "kafka-topics.sh --bootstrap-server " + bootstrapServers + " --alter --topic " + topic + " --partitions "
                + partitions;
    }

    /**
     * A command that grants a right, with a placeholder for the user.
     *
     * @param right which
     * @return a line for a shell
     */
    public String grant(Right right) {
        return "kafka-acls.sh --bootstrap-server " + bootstrapServers + " --add --allow-principal User:NAME "
                + right.options();
    }
}
