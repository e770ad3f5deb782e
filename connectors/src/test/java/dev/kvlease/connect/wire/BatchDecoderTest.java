package dev.kvlease.connect.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.connect.TestRecords;
import dev.kvlease.connect.order.Frame;
import dev.kvlease.schemas.BlockEvent;
import dev.kvlease.schemas.BlockEventType;
import dev.kvlease.schemas.HandshakeSample;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.LeaseEventType;
import dev.kvlease.schemas.Schemas;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BatchDecoderTest {
    private static final BatchDecoder DECODER = new BatchDecoder("d0");
    private static final Object NIL = MsgPack.Nil.NIL;

    static Stream<SpecificRecordBase> records() {
        return Schemas.TOPIC_RECORDS.stream()
                .flatMap(schema -> Stream.of(TestRecords.full(schema), TestRecords.sparse(schema)));
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyRecordHasATwin(SpecificRecordBase record) throws Exception {
        byte[] bytes = MsgPack.write(Twins.encode(record));

        assertThat(Twins.decode(record.getSchema(), (Map<?, ?>) MsgPack.read(bytes)))
                .isEqualTo(record);
    }

    @Test
    void twinsOfNewerWritersAreRead() throws Exception {
        Map<String, Object> twin = started();
        twin.put("type", "SOMETHING_NEWER");
        twin.put("a_newer_field", List.of(1, 2));
        twin.put("request_id", NIL);

        LeaseEvent event =
                (LeaseEvent) Twins.decode(LeaseEvent.getClassSchema(), (Map<?, ?>) MsgPack.read(MsgPack.write(twin)));

        assertThat(event.getType()).isEqualTo(LeaseEventType.UNKNOWN);
        assertThat(event.getRequestId()).isNull();
    }

    @Test
    void whatIsWrongWithATwinIsSaid() {
        Map<String, Object> without = started();
        without.remove("seq");
        Map<String, Object> wrong = started();
        wrong.put("seq", "seven");
        Map<String, Object> floating = started();
        floating.put("engine_clock_ns", 1.5);

        assertThat(decode(batch(without, wrong, floating, started()))).satisfies(decoded -> {
            assertThat(decoded.records()).hasSize(1);
            assertThat(decoded.faults())
                    .containsExactly(
                            "event 0: LeaseEvent.seq is missing",
                            "event 1: LeaseEvent.seq is a String, not a Long",
                            "event 2: LeaseEvent.engine_clock_ns is a Double, not a Long");
        });
    }

    @Test
    void bothShapesOfABlockEventAreTheSame() {
        byte[] hash = {0, (byte) 0xff};
        List<Object> asArray = new ArrayList<>(List.of("BlockStored", List.of(1L, hash), NIL, List.of(5, 6), 2));
        asArray.addAll(List.of(NIL, "GPU", NIL, List.of(), 3, "full", "a newer field"));
        Map<String, Object> asMap = new HashMap<>(Map.of("type", "BlockStored", "block_hashes", List.of(1L, hash)));
        asMap.putAll(Map.of("token_ids", List.of(5, 6), "block_size", 2, "medium", "GPU", "group_idx", 3));
        asMap.putAll(Map.of("parent_block_hash", NIL, "lora_id", NIL, "a_newer_field", 1));

        BlockEvent fromArray = (BlockEvent) decode(MsgPack.write(List.of(1.5, List.of(asArray), 1)))
                .records()
                .get(0);
        BlockEvent fromMap =
                (BlockEvent) decode(MsgPack.write(Map.of("ts", 1.5, "events", List.of(asMap), "data_parallel_rank", 1)))
                        .records()
                        .get(0);

        assertThat(fromMap).isEqualTo(fromArray);
        assertThat(fromArray)
                .isEqualTo(BlockEvent.newBuilder()
                        .setType(BlockEventType.BLOCK_STORED)
                        .setEngineId("d0")
                        .setEngineIncarnation("life")
                        .setBatchSeq(7)
                        .setBatchIndex(0)
                        .setWallClockNs(1_500_000_000L)
                        .setDataParallelRank(1)
                        .setBlockHashes(List.of("1", "0x00ff"))
                        .setTokenIds(List.of(5, 6))
                        .setBlockSize(2)
                        .setMedium("GPU")
                        .setGroupIdx(3)
                        .build());
    }

    @Test
    void removalsAndClearingsAreRead() {
        List<BlockEvent> events = decode(batch(
                        List.of("BlockRemoved", List.of(new BigInteger("18446744073709551615")), "GPU"),
                        List.of("AllBlocksCleared"),
                        Map.of("type", "AllBlocksCleared"),
                        List.of("SomethingNewer", 1)))
                .records()
                .stream()
                .map(BlockEvent.class::cast)
                .toList();

        assertThat(events)
                .extracting(BlockEvent::getType)
                .containsExactly(
                        BlockEventType.BLOCK_REMOVED,
                        BlockEventType.ALL_BLOCKS_CLEARED,
                        BlockEventType.ALL_BLOCKS_CLEARED);
        assertThat(events.get(0).getBlockHashes()).containsExactly("18446744073709551615");
    }

    @Test
    void differentRecordsMayShareABatch() {
        assertThat(decode(batch(
                                Twins.encode(TestRecords.full(LeaseEvent.getClassSchema())),
                                Twins.encode(TestRecords.sparse(HandshakeSample.getClassSchema()))))
                        .records())
                .hasExactlyElementsOfTypes(LeaseEvent.class, HandshakeSample.class);
    }

    /** Whatever the bytes, the answer is a fault, not a crash, and no memory is taken for lengths that are made up. */
    @Test
    void damagedPayloadsAreFaults() {
        long seed = 7;
        Random random = new Random(seed);
        byte[] good = batch(started(), List.of("BlockStored", List.of(1L), NIL, List.of(5), 1, NIL, NIL));
        for (int round = 0; round < 20_000; round++) {
            byte[] bad = Arrays.copyOf(good, 1 + random.nextInt(good.length));
            for (int i = random.nextInt(4); i > 0; i--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            assertThat(decode(bad)).as("seed %d, round %d", seed, round).isNotNull();
        }
        assertThat(decode(new byte[] {(byte) 0xdd, 0x7f, -1, -1, -1}).faults())
                .containsExactly("a length of 2147483647 in 5 bytes");
    }

    @Test
    void framesHaveANumberBeforeTheLast() throws Exception {
        byte[] payload = "p".getBytes(UTF_8);

        assertThat(Frames.read(List.of(new byte[0], Frames.seq(5), payload))).contains(new Frame(5, payload));
        assertThat(Frames.read(List.of(new byte[0], "topic".getBytes(UTF_8), Frames.seq(5), payload)))
                .contains(new Frame(5, payload));
        assertThat(Frames.read(List.of(new byte[0], Frames.seq(-1), new byte[0])))
                .isEmpty();
        assertThatThrownBy(() -> Frames.read(List.of(payload))).hasMessageContaining("1 frames");
        assertThatThrownBy(() -> Frames.read(List.of(payload, payload, payload)))
                .hasMessageContaining("1 bytes");
        assertThatThrownBy(() -> Frames.read(List.of(payload, Frames.seq(-2), payload)))
                .hasMessageContaining("-2");
    }

    private static BatchDecoder.Decoded decode(byte[] payload) {
        return DECODER.decode("life", 7, payload);
    }

    private static byte[] batch(Object... events) {
        return Batch.write(1.5, List.of(events));
    }

    private static Map<String, Object> started() {
        return Twins.encode(LeaseEvent.newBuilder()
                .setType(LeaseEventType.ENGINE_STARTED)
                .setHolderEngineId("d0")
                .setHolderIncarnation("life")
                .setSeq(0)
                .setEngineClockNs(5)
                .build());
    }
}
