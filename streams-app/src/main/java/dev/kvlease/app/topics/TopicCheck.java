package dev.kvlease.app.topics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;

/** Compares the topics of a cluster with what their roles ask for; pure. */
final class TopicCheck {
    /**
     * The replicas of the partition that has the fewest in sync.
     *
     * @param inSync how many are
     * @param assigned how many there are to be
     */
    record Replicas(int inSync, int assigned) {}

    private TopicCheck() {}

    /**
     * What is wrong.
     *
     * @param prefix what the names start with
     * @param partitions the partition count of every existing topic, by name
     * @param configs the settings of every existing topic, by name
     * @param inSync the replicas of every existing topic, by name
     * @return the problems, in the order of {@link Topic}
     */
    static List<Problem> problems(
            String prefix,
            Map<String, Integer> partitions,
            Map<String, Map<String, String>> configs,
            Map<String, Replicas> inSync) {
        List<Problem> problems = new ArrayList<>();
        for (Topic topic : Topic.values()) {
            String name = topic.name(prefix);
            if (!partitions.containsKey(name)) {
                problems.add(new Problem.MissingTopic(name));
                continue;
            }
            addWrongConfigs(topic, name, configs.getOrDefault(name, Map.of()), problems);
            addTooFewInSync(name, configs.getOrDefault(name, Map.of()), inSync.get(name), problems);
        }
        addUnequalInputs(prefix, partitions, problems);
        return problems;
    }

    /**
     * The partition counts of the inputs that exist.
     *
     * @param prefix what the names start with
     * @param partitions the partition count of every existing topic, by name
     * @return name to count
     */
    static Map<String, Integer> inputCounts(String prefix, Map<String, Integer> partitions) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Topic topic : Topic.values()) {
            String name = topic.name(prefix);
            if (topic.role() == Topic.Role.INPUT && partitions.containsKey(name)) {
                counts.put(name, partitions.get(name));
            }
        }
        return counts;
    }

    private static void addWrongConfigs(Topic topic, String name, Map<String, String> configs, List<Problem> problems) {
        new TreeMap<>(TopicConfigs.required(topic)).forEach((setting, required) -> {
            String actual = configs.getOrDefault(setting, "");
            if (!actual.equals(required)) {
                problems.add(new Problem.WrongConfig(name, setting, actual, required));
            }
        });
    }

    private static void addTooFewInSync(
            String name, Map<String, String> configs, Replicas replicas, List<Problem> problems) {
        int required = Integer.parseInt(configs.getOrDefault(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "1"));
        if (replicas != null && replicas.inSync() < required) {
            problems.add(new Problem.TooFewInSync(name, replicas.inSync(), replicas.assigned(), required));
        }
    }

    private static void addUnequalInputs(String prefix, Map<String, Integer> partitions, List<Problem> problems) {
        Map<String, Integer> counts = inputCounts(prefix, partitions);
        if (counts.isEmpty()) {
            return;
        }
        int highest = Collections.max(counts.values());
        counts.forEach((name, count) -> {
            if (count < highest) {
                problems.add(new Problem.UnequalPartitions(name, count, highest, counts));
            }
        });
    }
}
