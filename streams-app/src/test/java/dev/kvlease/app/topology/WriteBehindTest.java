package dev.kvlease.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Settings;
import dev.kvlease.fleet.scenario.FleetScenario;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written, and when: before Kafka Streams commits, and as a whole. */
class WriteBehindTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long SEED = 5;

    /** The driver's task is that of Kafka Streams; it commits after each record, and its wall clock stands still. */
    @ParameterizedTest
    @ValueSource(strings = {"at_least_once", "exactly_once_v2"})
    void allIsInTheStoreWhenItCommits(String guarantee, @TempDir Path dir) {
        History history = History.simulated(FleetScenario.incident(2, 4, 20 * SECOND_NS), SEED);
        try (TopologyHarness harness = new TopologyHarness(dir, 1, Map.of("processing.guarantee", guarantee))) {
            WriteBehindStore store =
                    (WriteBehindStore) harness.driver().getAllStateStores().get(HolderStore.NAME);
            Map<Topic, Long> sent = new EnumMap<>(Topic.class);
            for (History.Arriving record : history.records()) {
                harness.send(record.input().orElseThrow(), record.timestampMs());
                sent.merge(record.topic(), 1L, Long::sum);

                assertThat(positions(store.get(StateFormat.POSITIONS))).isEqualTo(sent);
            }
            assertThat(new StoredHolders(store, Settings.DEFAULT).holders(Optional.empty(), 10))
                    .isNotEmpty();
        }
    }

    private static Map<Topic, Long> positions(byte[] stored) {
        ByteBuffer in = ByteBuffer.wrap(stored, 1, stored.length - 1);
        Map<Topic, Long> positions = new EnumMap<>(Topic.class);
        for (Topic topic :
                List.of(Topic.LEASE_EVENTS, Topic.HANDSHAKE_SAMPLES, Topic.READ_INTENTS, Topic.READ_OUTCOMES)) {
            long next = in.getLong();
            if (next > 0) {
                positions.put(topic, next);
            }
        }
        return positions;
    }

    @Test
    void nothingIsWrittenInBetweenUntilMuchHasPiledUp() {
        History history = History.simulated(FleetScenario.calm(2, 4, 20 * SECOND_NS), SEED);
        LoggedStore store = new LoggedStore();
        LeaseJoin join = new LeaseJoin(store, 0, Settings.DEFAULT, 1);
        Consequences out = new Consequences();
        for (int i = 0; i < LeaseJoin.MAX_UNWRITTEN - 1; i++) {
            take(join, history.records().get(i % history.records().size()), i, out);
        }
        assertThat(store.changelog()).isEmpty();

        take(join, history.records().get(0), LeaseJoin.MAX_UNWRITTEN, out);

        List<KeyValue<Bytes, byte[]>> written = new ArrayList<>(store.changelog());
        assertThat(written).isNotEmpty();
        assertThat(written.get(written.size() - 1).key).isEqualTo(StateFormat.POSITIONS);
        join.save();
        assertThat(store.changelog()).as("nothing is left").hasSameSizeAs(written);
    }

    private static void take(LeaseJoin join, History.Arriving record, long offset, Consequences out) {
        join.take(record.topic(), offset, record.timestampMs(), record.input(), record.timestampMs(), out);
    }
}
