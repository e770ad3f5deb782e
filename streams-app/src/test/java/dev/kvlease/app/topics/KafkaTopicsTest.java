package dev.kvlease.app.topics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * deploy/kubernetes/strimzi/topics.yaml has the topics as {@code kvlease topics create} makes them;
 * {@code -Dkvlease.docs.write=true} makes the file anew.
 */
class KafkaTopicsTest {
    private static final Path FILE = Path.of("..", "deploy", "kubernetes", "strimzi", "topics.yaml");
    private static final short REPLICAS = 3;
    private static final int PARTITIONS = 12;
    private static final TopicLayout LAYOUT =
            new TopicLayout(TopicLayout.DEFAULT_PREFIX, PARTITIONS, PARTITIONS, Optional.of(REPLICAS));

    @Test
    void theFileIsThatOfTheCode() throws IOException {
        String expected = expected();
        if (Boolean.getBoolean("kvlease.docs.write")) {
            Files.writeString(FILE, expected);
        }
        assertThat(Files.readString(FILE))
                .as("%s; -Dkvlease.docs.write=true makes it anew", FILE)
                .isEqualTo(expected);
    }

    @Test
    void strimziUnderstandsEveryWord() throws IOException {
        try (MappingIterator<KafkaTopic> topics =
                new ObjectMapper(new YAMLFactory()).readerFor(KafkaTopic.class).readValues(FILE.toFile())) {
            List<KafkaTopic> all = topics.readAll();

            assertThat(all).hasSameSizeAs(Topic.values()).allSatisfy(topic -> {
                assertThat(topic.getAdditionalProperties()).isEmpty();
                assertThat(topic.getSpec().getAdditionalProperties()).isEmpty();
                assertThat(topic.getSpec().getPartitions()).isEqualTo(PARTITIONS);
            });
            assertThat(all)
                    .extracting(topic -> topic.getSpec().getTopicName())
                    .containsExactly(Arrays.stream(Topic.values())
                            .map(topic -> topic.name(TopicLayout.DEFAULT_PREFIX))
                            .toArray(String[]::new));
        }
    }

    private static String expected() {
        StringBuilder out = new StringBuilder("# The topics of kvlease, as `kvlease topics create` makes them. "
                + "Input topics all have the same count of partitions.\n");
        for (Topic topic : Topic.values()) {
            String name = topic.name(LAYOUT.prefix());
            out.append("---\napiVersion: kafka.strimzi.io/v1beta2\nkind: KafkaTopic\nmetadata:\n");
            out.append("  name: ").append(name).append("\n");
            out.append("  labels:\n    strimzi.io/cluster: kafka\nspec:\n");
            out.append("  topicName: ").append(name).append("\n");
            out.append("  partitions: ").append(LAYOUT.partitions(topic)).append("\n");
            out.append("  replicas: ").append(REPLICAS).append("\n  config:\n");
            for (Map.Entry<String, String> config : new TreeMap<>(TopicConfigs.initial(topic, LAYOUT)).entrySet()) {
                out.append("    %s: \"%s\"\n".formatted(config.getKey(), config.getValue()));
            }
        }
        return out.toString();
    }
}
