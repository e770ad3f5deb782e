package dev.kvlease.app.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.schemas.HandshakeSample;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.LeaseEventType;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLettersTest {
    private static final long AT_MS = TopologyHarness.NOW.toEpochMilli();
    private static final byte[] KEY = "h".getBytes(UTF_8);

    @TempDir
    private Path dir;

    private TopologyHarness harness;

    @BeforeEach
    void start() {
        harness = new TopologyHarness(dir);
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    @Test
    void aLetterIsTheRecordAsItCameWithItsCoordinates() {
        byte[] foreign = {'{', '}'};
        RecordHeaders headers = new RecordHeaders();
        headers.add("trace", new byte[] {1});
        harness.send(Topic.READ_INTENTS, KEY, null, AT_MS);
        harness.raw(Topic.DEAD_LETTERS);

        harness.send(Topic.READ_INTENTS, KEY, foreign, headers, AT_MS + 5);

        TestRecord<byte[], byte[]> letter = only();
        assertThat(letter.key()).isEqualTo(KEY);
        assertThat(letter.value()).isEqualTo(foreign);
        assertThat(letter.timestamp()).isEqualTo(AT_MS + 5);
        assertThat(header(letter, DeadLetter.REASON)).isEqualTo(DeadLetterReason.UNDECODABLE.name());
        assertThat(header(letter, DeadLetter.TOPIC)).isEqualTo("kvlease.read-intents");
        assertThat(header(letter, DeadLetter.PARTITION)).isEqualTo("0");
        assertThat(header(letter, DeadLetter.OFFSET)).isEqualTo("1");
        assertThat(header(letter, DeadLetter.TIMESTAMP)).isEqualTo(Long.toString(AT_MS + 5));
        assertThat(letter.headers().lastHeader("trace").value()).containsExactly(1);
        assertThat(harness.verdicts()).isEmpty();
    }

    @Test
    void missingKeysAndValues() {
        harness.send(Topic.LEASE_EVENTS, null, heartbeat("h"), AT_MS);
        assertReason(DeadLetterReason.KEY_MISSING);
        harness.send(Topic.LEASE_EVENTS, KEY, null, AT_MS);
        assertReason(DeadLetterReason.VALUE_MISSING);
    }

    @Test
    void bytesThatAreNoRecord() {
        harness.send(Topic.LEASE_EVENTS, KEY, new byte[0], AT_MS);
        assertReason(DeadLetterReason.UNDECODABLE);

        byte[] unknownId = heartbeat("h");
        ByteBuffer.wrap(unknownId).putInt(1, 4711);
        harness.send(Topic.LEASE_EVENTS, KEY, unknownId, AT_MS);
        TestRecord<byte[], byte[]> letter = assertReason(DeadLetterReason.UNDECODABLE);
        assertThat(header(letter, DeadLetter.MESSAGE)).contains("4711");

        byte[] whole = heartbeat("h");
        byte[] cutOff = java.util.Arrays.copyOf(whole, whole.length - 3);
        harness.send(Topic.LEASE_EVENTS, KEY, cutOff, AT_MS);
        assertReason(DeadLetterReason.UNDECODABLE);
    }

    @Test
    void aRecordInTheTopicOfAnother() {
        HandshakeSample sample = new HandshakeSample("p", "p-1", "h", "h-1", 0, 1L, 2L, 3L);

        harness.send(Topic.LEASE_EVENTS, KEY, harness.bytes(Topic.HANDSHAKE_SAMPLES, sample), AT_MS);

        assertReason(DeadLetterReason.UNEXPECTED_RECORD);
    }

    @Test
    void aKeyThatIsNotTheHolder() {
        harness.send(Topic.LEASE_EVENTS, "\"h\"".getBytes(UTF_8), heartbeat("h"), AT_MS);

        assertReason(DeadLetterReason.KEY_NOT_HOLDER);
    }

    @Test
    void anIdTooLongForAnyStoreIsAnInvalidId() {
        String holder = "h".repeat(70_000);

        harness.send(Topic.LEASE_EVENTS, holder.getBytes(UTF_8), heartbeat(holder), AT_MS);

        assertThat(header(only(), DeadLetter.REASON)).isEqualTo(BadRecord.ID_INVALID.name());
    }

    @Test
    void aRecordInTheWrongPartitionNamesTheCure() {
        try (TopologyHarness two = new TopologyHarness(dir.resolve("two"), 2, Map.of())) {
            String elsewhere = holderOfPartition(1, 2);
            two.send(Topic.LEASE_EVENTS, elsewhere.getBytes(UTF_8), heartbeat(two, elsewhere), AT_MS);

            List<TestRecord<byte[], byte[]>> letters = two.raw(Topic.DEAD_LETTERS);
            assertThat(letters).hasSize(1);
            assertThat(header(letters.get(0), DeadLetter.REASON)).isEqualTo(DeadLetterReason.WRONG_PARTITION.name());
            assertThat(header(letters.get(0), DeadLetter.MESSAGE)).contains("partitioner=murmur2_random");
        }
    }

    @Test
    void aTimeStampInTheFutureDoesNotMoveStreamTime() {
        long absurd = AT_MS + Duration.ofDays(400).toMillis();
        harness.send(Topic.LEASE_EVENTS, KEY, null, AT_MS);
        harness.raw(Topic.DEAD_LETTERS);

        harness.send(Topic.LEASE_EVENTS, KEY, heartbeat("h"), absurd);

        TestRecord<byte[], byte[]> letter = assertReason(DeadLetterReason.TIMESTAMP_INVALID);
        assertThat(letter.timestamp()).isEqualTo(AT_MS);
        assertThat(header(letter, DeadLetter.TIMESTAMP)).isEqualTo(Long.toString(absurd));
        assertThat(header(letter, DeadLetter.MESSAGE)).contains("LogAppendTime");
        assertThat(letter.headers().lastHeader(RecordTimes.INVALID)).isNull();
    }

    @Test
    void aValueTooLargeForTheLetterIsCut() {
        byte[] large = new byte[1_000_000];

        harness.send(Topic.LEASE_EVENTS, KEY, large, AT_MS);

        TestRecord<byte[], byte[]> letter = assertReason(DeadLetterReason.UNDECODABLE);
        assertThat(letter.value()).hasSize(900_000);
        assertThat(header(letter, DeadLetter.CUT_FROM)).isEqualTo("1000000");
    }

    @Test
    void headersTooLargeForTheLetterAreLeftOut() {
        RecordHeaders headers = new RecordHeaders();
        headers.add("fits", new byte[DeadLetter.MAX_HEADER_BYTES - "fits".length()]);
        headers.add("more", new byte[1]);

        harness.send(Topic.LEASE_EVENTS, KEY, new byte[] {'{'}, headers, AT_MS);

        TestRecord<byte[], byte[]> letter = assertReason(DeadLetterReason.UNDECODABLE);
        assertThat(letter.headers().lastHeader("fits")).isNotNull();
        assertThat(letter.headers().lastHeader("more")).isNull();
        assertThat(header(letter, DeadLetter.OFFSET))
                .as("what kvlease adds is there")
                .isEqualTo("0");
    }

    @Test
    void aRegistryThatDoesNotAnswerStopsTheStreamInsteadOfDroppingRecords() {
        Map<String, String> deaf = Map.of("kvlease.value.serde", DeafRegistrySerde.class.getName());
        try (TopologyHarness stopping = new TopologyHarness(dir.resolve("deaf"), 1, deaf)) {
            assertThatThrownBy(() -> stopping.send(Topic.LEASE_EVENTS, KEY, new byte[] {0}, AT_MS))
                    .satisfies(failure -> assertThat(RegistryFailures.find(failure))
                            .get()
                            .asString()
                            .contains("refused by test"));
            assertThat(stopping.raw(Topic.DEAD_LETTERS)).isEmpty();
        }
    }

    private byte[] heartbeat(String holder) {
        return heartbeat(harness, holder);
    }

    private static byte[] heartbeat(TopologyHarness harness, String holder) {
        return harness.bytes(
                Topic.LEASE_EVENTS,
                LeaseEvent.newBuilder()
                        .setType(LeaseEventType.ENGINE_HEARTBEAT)
                        .setHolderEngineId(holder)
                        .setHolderIncarnation("h-1")
                        .setSeq(1)
                        .setEngineClockNs(1)
                        .build());
    }

    private static String holderOfPartition(int partition, int count) {
        for (int i = 0; ; i++) {
            String holder = "h" + i;
            if (Partitions.of(holder.getBytes(UTF_8), count) == partition) {
                return holder;
            }
        }
    }

    private TestRecord<byte[], byte[]> assertReason(DeadLetterReason reason) {
        TestRecord<byte[], byte[]> letter = only();
        assertThat(header(letter, DeadLetter.REASON)).isEqualTo(reason.name());
        assertThat(header(letter, DeadLetter.MESSAGE)).startsWith(reason.meaning());
        return letter;
    }

    private TestRecord<byte[], byte[]> only() {
        List<TestRecord<byte[], byte[]>> letters = harness.raw(Topic.DEAD_LETTERS);
        assertThat(letters).hasSize(1);
        return letters.get(0);
    }

    private static String header(TestRecord<byte[], byte[]> letter, String name) {
        Header header = letter.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), UTF_8);
    }
}
