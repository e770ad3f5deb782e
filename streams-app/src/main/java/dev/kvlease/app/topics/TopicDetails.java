package dev.kvlease.app.topics;

import java.util.Map;
import java.util.Optional;

/**
 * A topic as it is in a cluster, one row of {@code topics describe}.
 *
 * @param topic which of kvlease's
 * @param name its name in the cluster
 * @param found what the cluster says of it; empty if it does not exist
 * @param subject what the registry says of its value's schema; empty if it has none or no registry is configured
 */
public record TopicDetails(Topic topic, String name, Optional<Found> found, Optional<Subject> subject) {
    /**
     * An existing topic.
     *
     * @param partitions how many
     * @param replicationFactor replicas of each
     * @param records how many records it holds by its offsets; compaction and transactions make it fewer
     * @param configs its settings, defaults included
     */
    public record Found(int partitions, int replicationFactor, long records, Map<String, String> configs) {
        /** Copies the map. */
        public Found {
            configs = Map.copyOf(configs);
        }

        /**
         * A setting.
         *
         * @param key its name
         * @return its value; empty text if the broker does not know it
         */
        public String config(String key) {
            return configs.getOrDefault(key, "");
        }
    }

    /**
     * A registered subject.
     *
     * @param name its name
     * @param schemaId the id of this version's schema; empty if that is not registered
     * @param compatibility its level; empty if the registry's default holds
     */
    public record Subject(String name, Optional<Integer> schemaId, Optional<String> compatibility) {}
}
