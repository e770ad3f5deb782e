package dev.kvlease.app.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.HandshakeSample;
import dev.kvlease.schemas.HolderRole;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.LeaseEventType;
import dev.kvlease.schemas.ReadIntent;
import dev.kvlease.schemas.ReadOutcome;
import dev.kvlease.schemas.ReadStatus;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class InputCodecTest {
    @Test
    void everyFieldOfALeaseEventIsKept() {
        LeaseEvent event = LeaseEvent.newBuilder()
                .setType(LeaseEventType.BLOCKS_ALLOCATED)
                .setHolderEngineId("h")
                .setHolderIncarnation("h-1")
                .setSeq(7)
                .setEngineClockNs(11)
                .setRequestId("r")
                .setBlockIds(List.of(List.of(1, 2), List.of(3)))
                .setSharedPrefixBlocks(List.of(1, 0))
                .setExpiryNs(13L)
                .setMaxReads(17L)
                .setNumTokens(19L)
                .setNumBlocks(23L)
                .setHolderRole(HolderRole.UNKNOWN)
                .setReason("ABORTED")
                .build();

        assertThereAndBack(Topic.LEASE_EVENTS, event);
    }

    @Test
    void whatIsNotThereStaysAway() {
        assertThereAndBack(
                Topic.LEASE_EVENTS,
                LeaseEvent.newBuilder()
                        .setType(LeaseEventType.ENGINE_HEARTBEAT)
                        .setHolderEngineId("h")
                        .setHolderIncarnation("h-1")
                        .setSeq(7)
                        .setEngineClockNs(11)
                        .build());
        assertThereAndBack(
                Topic.READ_INTENTS,
                ReadIntent.newBuilder()
                        .setReaderEngineId("p")
                        .setReaderIncarnation("p-1")
                        .setHolderEngineId("h")
                        .setRequestId("r")
                        .setReadRequestId("rr")
                        .setNumLocalBlocks(5)
                        .build());
    }

    @Test
    void everyFieldOfTheOthersIsKept() {
        assertThereAndBack(Topic.HANDSHAKE_SAMPLES, new HandshakeSample("p", "p-1", "h", "h-1", 3, 5L, 7L, 9L));
        assertThereAndBack(
                Topic.READ_INTENTS,
                new ReadIntent("p", "p-1", "h", "h-1", "r", "rr", List.of(List.of(1), List.of()), 4L, 5L, 6L));
        assertThereAndBack(
                Topic.READ_OUTCOMES,
                new ReadOutcome("p", "p-1", "h", "h-1", "r", "rr", 8L, ReadStatus.COMPLETED, 5L, 6L));
    }

    @Test
    void everySymbolHasANamesake() {
        for (LeaseEventType type : LeaseEventType.values()) {
            LeaseEvent event = LeaseEvent.newBuilder()
                    .setType(type)
                    .setHolderEngineId("h")
                    .setHolderIncarnation("h-1")
                    .setSeq(0)
                    .setEngineClockNs(0)
                    .build();
            assertThat(InputCodec.fromAvro(event).type()).hasToString(type.toString());
        }
    }

    @Test
    void aRecordOfAnotherTopicIsNone() {
        HandshakeSample sample = new HandshakeSample("p", "p-1", "h", "h-1", 3, 5L, 7L, 9L);

        assertThat(InputCodec.fromAvro(Topic.LEASE_EVENTS, sample)).isEmpty();
        assertThat(InputCodec.fromAvro(Topic.VERDICTS, sample)).isEmpty();
        assertThat(InputCodec.fromAvro(Topic.READ_INTENTS, null)).isEmpty();
    }

    private static void assertThereAndBack(Topic topic, SpecificRecord avro) {
        InputRecord input = InputCodec.fromAvro(topic, avro).orElseThrow();

        assertThat(InputCodec.toAvro(input)).isEqualTo(avro);
        assertThat(input.holder()).isEqualTo("h");
    }
}
