package dev.kvlease.torture.fuzz;

import static dev.kvlease.torture.fuzz.Finding.require;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.connect.wire.Batch;
import dev.kvlease.connect.wire.BatchDecoder;
import dev.kvlease.connect.wire.MsgPack;
import dev.kvlease.connect.wire.Twins;
import dev.kvlease.schemas.BlockEvent;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** Payloads that engines publish: batches of twins and of vLLM's own events, in both shapes. */
final class MsgPackTarget implements Target {
    static final String NAME = "msgpack";

    private static final int MOST_FAULTS = 9;

    private final BatchDecoder decoder = new BatchDecoder("engine");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 200;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        List<byte[]> seeds = new ArrayList<>();
        List<Object> twins = new ArrayList<>();
        Seeds.shapes(seed).forEach(record -> twins.add(Twins.encode(InputCodec.toAvro(record))));
        twins.forEach(twin -> seeds.add(Batch.write(1.5, List.of(twin))));
        seeds.add(Batch.write(2.5, twins));
        List<Object> events = blockEvents();
        events.forEach(event -> seeds.add(MsgPack.write(List.of(3.5, List.of(event), 1L))));
        seeds.add(MsgPack.write(List.of(4.5, events)));
        return seeds;
    }

    private static List<Object> blockEvents() {
        BigInteger hash = BigInteger.ONE.shiftLeft(63).add(BigInteger.TEN);
        return List.of(
                List.of(
                        "BlockStored",
                        List.of(7L, hash),
                        MsgPack.Nil.NIL,
                        List.of(1L, 2L),
                        16L,
                        3L,
                        "GPU",
                        "lora",
                        List.of(),
                        0L),
                List.of("BlockRemoved", List.of(new byte[] {1, 2}), "CPU", 1L),
                List.of("AllBlocksCleared"),
                Map.of(
                        "type",
                        "BlockStored",
                        "block_hashes",
                        List.of(1L),
                        "parent_block_hash",
                        new byte[] {9},
                        "token_ids",
                        List.of(5L),
                        "block_size",
                        1L),
                Map.of("type", "BlockRemoved", "block_hashes", List.of(-1L)),
                Map.of("type", "AllBlocksCleared"));
    }

    @Override
    public List<byte[]> words() {
        return List.of(
                MsgPack.write("record"),
                MsgPack.write("type"),
                MsgPack.write("BlockStored"),
                MsgPack.write("LeaseEvent"),
                MsgPack.write("block_ids"),
                MsgPack.write(Double.NaN),
                MsgPack.write(Double.NEGATIVE_INFINITY),
                MsgPack.write(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE)),
                new byte[] {(byte) 0xdd, 0x7f, -1, -1, -1},
                new byte[] {(byte) 0xdf, -1, -1, -1, -1},
                new byte[] {(byte) 0xdb, 0x7f, -1, -1, -1},
                new byte[] {(byte) 0xc6, 0x7f, -1, -1, -1},
                new byte[] {(byte) 0xc9, 0x7f, -1, -1, -1, 5},
                new byte[] {(byte) 0x91},
                new byte[] {(byte) 0x81},
                new byte[] {(byte) 0xc1});
    }

    @Override
    public String take(byte[] input) {
        BatchDecoder.Decoded decoded = decoder.decode("life", 7, input);
        require(decoded.faults().size() <= MOST_FAULTS, "faults are told in few words");
        decoded.faults().forEach(fault -> require(fault.length() <= 300, "a fault is told in few words"));
        List<Object> twins = new ArrayList<>();
        for (SpecificRecord record : decoded.records()) {
            if (!(record instanceof BlockEvent)) {
                twins.add(Twins.encode(record));
            }
        }
        List<SpecificRecord> again = new ArrayList<>(decoded.records());
        again.removeIf(BlockEvent.class::isInstance);
        require(
                decoder.decode("life", 7, Batch.write(1, twins)).records().equals(again),
                "what is read, written and read again is the same");
        return decoded.records().size() + " records, " + Math.min(decoded.unknown(), 2) + " unknown, "
                + (decoded.faults().isEmpty() ? "" : Shapes.of(decoded.faults().get(0)));
    }
}
