package dev.kvlease.app.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicAdminException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

/** A cluster that has said what there is to read and then says nothing more. */
class SilentClusterTest {
    private static final Duration ANSWERS = Duration.ofSeconds(3);
    private static final Duration RECORDS = Duration.ofSeconds(1);
    private static final TopicQuery COMMAND = TopicQuery.all(List.of(Topic.LEASE_EVENTS));
    private static final TopicQuery REQUEST = COMMAND.within(ANSWERS, RECORDS);

    @Test
    void theGoodbyeIsNotWaitedForLongerThanAnAnswer() {
        Silent silent = new Silent();
        TopicSource source = open(REQUEST, silent);
        PartitionStream stream = source.streams().get(0);

        assertThatThrownBy(stream::next).isInstanceOf(TopicAdminException.class).hasMessageContaining("within 1 s");
        source.close();

        assertThat(silent.goodbye).contains(ANSWERS);
    }

    @Test
    void norIfTheReadingCannotBegin() {
        Silent silent = new Silent();
        silent.isClosing = true;

        assertThatThrownBy(() -> open(REQUEST, silent)).isInstanceOf(IllegalStateException.class);

        assertThat(silent.goodbye).contains(ANSWERS);
    }

    @Test
    void aPropertyMayMakeACommandWaitButNotARequest() {
        KvleaseConfig config = config(Map.of("default.api.timeout.ms", "60000"));

        assertThat(timeoutMs(config, REQUEST)).isEqualTo(3_000);
        assertThat(timeoutMs(config, COMMAND)).isEqualTo(60_000);
        assertThat(timeoutMs(config(Map.of()), COMMAND)).isEqualTo(10_000);
    }

    private static int timeoutMs(KvleaseConfig config, TopicQuery query) {
        return Integer.parseInt(TopicSource.consumerProperties(config, query)
                .get("default.api.timeout.ms")
                .toString());
    }

    private static TopicSource open(TopicQuery query, Silent consumer) {
        return TopicSource.open(
                config(Map.of()), query, Map.of(Topic.LEASE_EVENTS, 1), new ByteArrayDeserializer(), consumer);
    }

    private static KvleaseConfig config(Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(more);
        properties.put("bootstrap.servers", "127.0.0.1:1");
        properties.put("schema.registry.url", "mock://silent");
        return new KvleaseConfig(properties);
    }

    /** Ten records are there, and none comes. */
    private static final class Silent extends MockConsumer<byte[], byte[]> {
        private Optional<Duration> goodbye = Optional.empty();
        private boolean isClosing;

        Silent() {
            super("earliest");
        }

        @Override
        public synchronized Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
            if (isClosing) {
                throw new IllegalStateException("closing");
            }
            return all(partitions, 0L);
        }

        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
            return all(partitions, 10L);
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
            return all(times.keySet(), new OffsetAndTimestamp(0, 0));
        }

        private static <T> Map<TopicPartition, T> all(Collection<TopicPartition> partitions, T value) {
            return partitions.stream().collect(Collectors.toMap(each -> each, each -> value));
        }

        @Override
        public void close(CloseOptions options) {
            goodbye = options.timeout();
            super.close(options);
        }
    }
}
