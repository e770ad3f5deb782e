package dev.kvlease.app.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.HandshakeSample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordSpoolTest {
    private static final long SEED = 23;
    private static final int RECORDS = 5_000;

    private final Random random = new Random(SEED);
    private final List<StoredRecord> added = new ArrayList<>();

    private StoredRecord sample(int partition, long offset, Optional<Refusal> refusal) {
        HandshakeSample value = new HandshakeSample();
        value.setReaderEngineId("reader-" + offset % 7);
        value.setReaderIncarnation("r");
        value.setHolderEngineId("holder");
        value.setHolderIncarnation("h");
        value.setSentNs(offset);
        Content content = refusal.isPresent() ? new Content.Nothing() : new Content.Decoded(value);
        Origin origin = new Origin("file-" + offset % 2, offset + 1, partition, offset, 1_000 + offset);
        return new StoredRecord(Topic.HANDSHAKE_SAMPLES, origin, Optional.empty(), List.of(), content, refusal);
    }

    private RecordSpool filled() throws IOException {
        RecordSpool spool = new RecordSpool();
        long offset = 0;
        for (int i = 0; i < RECORDS; i++) {
            offset += 1 + random.nextInt(3);
            Optional<Refusal> refusal = i % 11 == 0
                    ? Optional.of(new Refusal(DeadLetterReason.KEY_NOT_HOLDER, "detail " + i))
                    : Optional.empty();
            added.add(sample(3, offset, refusal));
            spool.add(added.get(i));
            spool.add(sample(4, i, Optional.empty()));
        }
        return spool;
    }

    @Test
    void recordsComeBackAsTheyWere() throws IOException {
        try (RecordSpool spool = filled()) {
            PartitionStream stream = spool.streams(3).get(0);

            for (StoredRecord expected : added) {
                assertThat(stream.next()).contains(expected);
            }
            assertThat(stream.next()).isEmpty();
            assertThat(spool.records()).isEqualTo(2L * RECORDS);
            assertThat(spool.streams()).extracting(PartitionStream::partition).containsExactly(3, 4);
        }
    }

    @Test
    void readingGoesOnFromWhereverItIsToldTo() throws IOException {
        try (RecordSpool spool = filled()) {
            PartitionStream stream = spool.streams(3).get(0);
            long last = added.get(RECORDS - 1).origin().offset();
            for (int i = 0; i < 200; i++) {
                long wanted = random.nextLong(last + 1);
                stream.goTo(wanted);
                List<StoredRecord> behind = added.stream()
                        .filter(record -> record.origin().offset() >= wanted)
                        .limit(3)
                        .toList();
                for (StoredRecord expected : behind) {
                    assertThat(stream.next())
                            .as("seed %d, offset %d", SEED, wanted)
                            .contains(expected);
                }
            }
            stream.goTo(last + 1);
            assertThat(stream.next()).isEmpty();
            stream.goTo(0);
            assertThat(stream.next()).contains(added.get(0));
        }
    }

    @Test
    void recordsMayComeInAnotherOrderThanTheirOffsets() throws IOException {
        try (RecordSpool spool = new RecordSpool()) {
            for (int first : new int[] {4_000, 2_000, 0, 1_000, 3_000}) {
                for (int offset = first; offset < first + 1_500; offset++) {
                    spool.add(sample(3, offset, Optional.empty()));
                }
            }

            assertThat(spool.leftOut()).isEqualTo(5 * 1_500 - 5_500);
            assertThat(spool.records()).isEqualTo(5_500);
            PartitionStream stream = spool.streams(3).get(0);
            for (int offset = 0; offset < 5_500; offset++) {
                assertThat(stream.next()).contains(sample(3, offset, Optional.empty()));
            }
            assertThat(stream.next()).isEmpty();
            stream.goTo(2_345);
            assertThat(stream.next()).contains(sample(3, 2_345, Optional.empty()));
        }
    }

    @Test
    void recordsWithoutAnyOrderAreRefusedWithTheCure() throws IOException {
        try (RecordSpool spool = new RecordSpool()) {
            assertThatThrownBy(() -> {
                        for (int offset = 100; offset >= 0; offset--) {
                            spool.add(sample(3, offset, Optional.empty()));
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "file-0: the records of handshake-samples-3 stand in no order, offset 36 comes behind later"
                                    + " ones once too often; sort them by offset");
        }
    }

    @Test
    void anOffsetThatWasThereIsLeftOut() throws IOException {
        try (RecordSpool spool = filled()) {
            spool.add(added.get(10));

            assertThat(spool.leftOut()).isOne();
            assertThat(spool.records()).isEqualTo(2L * RECORDS);
        }
    }
}
