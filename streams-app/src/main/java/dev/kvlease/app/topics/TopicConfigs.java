package dev.kvlease.app.topics;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;

/** The settings that a topic's role asks for. */
final class TopicConfigs {
    private static final String LOG_APPEND_TIME = "LogAppendTime";
    private static final int REPLICAS_THAT_ALLOW_TWO_IN_SYNC = 3;
    private static final int DEAD_LETTER_BYTES = 2 << 20;

    private TopicConfigs() {}

    /**
     * What must hold for the application to be right; a topic that differs is a fault.
     *
     * @param topic the topic
     * @return setting to value
     */
    static Map<String, String> required(Topic topic) {
        return switch (topic.role()) {
            case INPUT ->
                Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        TopicConfig.CLEANUP_POLICY_DELETE,
                        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                        LOG_APPEND_TIME);
            case OUTPUT, RELAYED, RAW_OUTPUT ->
                Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
            case COMPACTED_OUTPUT -> Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        };
    }

    /**
     * What a new topic gets: the required settings and those that an operator is free to change later.
     *
     * @param topic the topic
     * @param layout the cluster's layout
     * @return setting to value
     */
    static Map<String, String> initial(Topic topic, TopicLayout layout) {
        Map<String, String> configs = new HashMap<>(required(topic));
        if (!topic.retention().isZero()) {
            configs.put(
                    TopicConfig.RETENTION_MS_CONFIG,
                    Long.toString(topic.retention().toMillis()));
        }
        if (topic.role() == Topic.Role.RAW_OUTPUT) {
            // a dead letter is the record as it came and the reason besides, so it may be larger than any input
            configs.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(DEAD_LETTER_BYTES));
        }
        if (layout.replicationFactor()
                .filter(factor -> factor >= REPLICAS_THAT_ALLOW_TWO_IN_SYNC)
                .isPresent()) {
            configs.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
        }
        return Map.copyOf(configs);
    }
}
