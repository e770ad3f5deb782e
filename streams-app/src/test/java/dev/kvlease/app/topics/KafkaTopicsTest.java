package dev.kvlease.app.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.deploy.Manifests;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The topics for Strimzi are those that {@code kvlease topics create} makes. */
class KafkaTopicsTest {
    private static final String FILE = "strimzi/topics.yaml";
    private static final short REPLICAS = 3;
    private static final int PARTITIONS = 12;
    private static final TopicLayout LAYOUT =
            new TopicLayout(TopicLayout.DEFAULT_PREFIX, PARTITIONS, PARTITIONS, Optional.of(REPLICAS));

    @Test
    void theFileIsThatOfTheCode() throws IOException {
        StringBuilder out = new StringBuilder("# The topics of kvlease, as `kvlease topics create` makes them. "
                + "Input topics all have the same count of partitions.\n");
        for (Topic topic : Topic.values()) {
            String name = topic.name(LAYOUT.prefix());
            out.append("---\napiVersion: kafka.strimzi.io/v1\nkind: KafkaTopic\nmetadata:\n");
            out.append("  name: ").append(name).append("\n");
            out.append("  labels:\n    strimzi.io/cluster: kafka\nspec:\n");
            out.append("  topicName: ").append(name).append("\n");
            out.append("  partitions: ").append(LAYOUT.partitions(topic)).append("\n");
            out.append("  replicas: ").append(REPLICAS).append("\n  config:\n");
            new TreeMap<>(TopicConfigs.initial(topic, LAYOUT))
                    .forEach((key, value) -> out.append("    %s: \"%s\"\n".formatted(key, value)));
        }
        Manifests.assertSays(FILE, out.toString());
    }

    @Test
    void strimziUnderstandsEveryWord() throws IOException {
        assertThat(Manifests.read(FILE, KafkaTopic.class))
                .allSatisfy(topic -> {
                    assertThat(topic.getApiVersion()).isIn(Manifests.versions(KafkaTopic.VERSIONS));
                    assertThat(topic.getAdditionalProperties()).isEmpty();
                    assertThat(topic.getSpec().getAdditionalProperties()).isEmpty();
                    assertThat(topic.getSpec().getPartitions()).isEqualTo(PARTITIONS);
                })
                .extracting(topic -> topic.getSpec().getTopicName())
                .containsExactly(Arrays.stream(Topic.values())
                        .map(topic -> topic.name(TopicLayout.DEFAULT_PREFIX))
                        .toArray(String[]::new));
    }
}
