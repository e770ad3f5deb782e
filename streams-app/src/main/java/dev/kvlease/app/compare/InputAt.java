package dev.kvlease.app.compare;

import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.core.common.Constants;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A record of an input as it lies in its partition.
 *
 * @param offset its offset
 * @param recordTimeMs its record time, in milliseconds of the epoch
 * @param input what it says; empty if it cannot be used and went to the dead letters
 */
public record InputAt(long offset, long recordTimeMs, Optional<InputRecord> input) {
    /** What the stream made of a record. */
    static InputAt of(StoredRecord record) {
        long timeMs = record.origin().recordTimeMs();
        Optional<InputRecord> said = record.refusal().isPresent() || timeMs < 0
                ? Optional.empty()
                : record.value()
                        .flatMap(value -> InputCodec.fromAvro(record.topic(), value))
                        .filter(InputAt::hasHolderOfLawfulLength);
        return new InputAt(record.origin().offset(), timeMs, said);
    }

    private static boolean hasHolderOfLawfulLength(InputRecord input) {
        return input.holder().getBytes(StandardCharsets.UTF_8).length <= Constants.MAX_ID_BYTES;
    }
}
