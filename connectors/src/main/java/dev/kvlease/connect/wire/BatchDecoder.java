package dev.kvlease.connect.wire;

import dev.kvlease.schemas.BlockEvent;
import dev.kvlease.schemas.HandshakeSample;
import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.ReadIntent;
import dev.kvlease.schemas.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * Turns the payload of one message into records.
 *
 * @param engineId what the configuration calls the engine
 */
public record BatchDecoder(String engineId) {
    /** Faults of a batch that are told one by one. */
    static final int MOST_FAULTS = 8;

    private static final double MICROS = 1e6;
    private static final long NS_PER_MICRO = 1_000;

    private static final Map<String, Schema> TWINS = Stream.of(
                    LeaseEvent.getClassSchema(),
                    HandshakeSample.getClassSchema(),
                    ReadIntent.getClassSchema(),
                    ReadOutcome.getClassSchema())
            .collect(Collectors.toUnmodifiableMap(Schema::getName, Function.identity()));

    /**
     * What was in a payload. One bad event does not take the others with it.
     *
     * @param records the records, in order
     * @param unknown events of types that this version does not know
     * @param faults what is wrong with each event that could not be read; of many, the first and how many more there are
     */
    public record Decoded(List<SpecificRecord> records, int unknown, List<String> faults) {}

    /**
     * Reads a payload.
     *
     * @param life names the publisher's life
     * @param seq the batch's number
     * @param payload the batch
     * @return its records
     */
    public Decoded decode(String life, long seq, byte[] payload) {
        List<SpecificRecord> records = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        int unknown = 0;
        int bad = 0;
        try {
            Batch batch = Batch.read(payload);
            for (int i = 0; i < batch.events().size(); i++) {
                try {
                    Optional<SpecificRecord> made = event(batch, batch.events().get(i), life, seq, i);
                    made.ifPresent(records::add);
                    unknown += made.isPresent() ? 0 : 1;
                } catch (MalformedBatchException e) {
                    bad++;
                    if (bad <= MOST_FAULTS) {
                        faults.add("event " + i + ": " + e.getMessage());
                    }
                }
            }
        } catch (MalformedBatchException e) {
            faults.add(e.getMessage());
        }
        if (bad > MOST_FAULTS) {
            faults.add((bad - MOST_FAULTS) + " more");
        }
        return new Decoded(records, unknown, faults);
    }

    private Optional<SpecificRecord> event(Batch batch, Object event, String life, long seq, int index)
            throws MalformedBatchException {
        if (event instanceof Map<?, ?> map && map.get(Twins.TAG) instanceof String name) {
            Schema twin = TWINS.get(name);
            return twin == null ? Optional.empty() : Optional.of(Twins.decode(twin, map));
        }
        String tag = BlockEvents.tag(event)
                .orElseThrow(() -> new MalformedBatchException("it has neither a " + Twins.TAG + " nor a type"));
        if (!BlockEvents.knows(tag)) {
            return Optional.empty();
        }
        BlockEvent.Builder made = BlockEvents.read(tag, event)
                .setEngineId(engineId)
                .setEngineIncarnation(life)
                .setBatchSeq(seq)
                .setBatchIndex(index)
                .setDataParallelRank(batch.rank().orElse(null));
        batch.seconds().ifPresent(seconds -> made.setWallClockNs((long) Math.floor(seconds * MICROS) * NS_PER_MICRO));
        return Optional.of(made.build());
    }
}
