package dev.kvlease.app.codec;

import static dev.kvlease.app.codec.Optionals.groups;
import static dev.kvlease.app.codec.Optionals.ints;
import static dev.kvlease.app.codec.Optionals.orAbsent;
import static dev.kvlease.app.codec.Optionals.orEmpty;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.records.AvroInputs;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** The records of the four inputs, between Avro and the core. */
public final class InputCodec {
    private static final int[] NOTHING_SAID = {};

    private static final EnumPairs<dev.kvlease.schemas.LeaseEventType, LeaseEventType> EVENT_TYPES =
            EnumPairs.of(dev.kvlease.schemas.LeaseEventType.class, LeaseEventType.class);
    private static final EnumPairs<dev.kvlease.schemas.ReadStatus, ReadStatus> READ_STATUSES =
            EnumPairs.of(dev.kvlease.schemas.ReadStatus.class, ReadStatus.class);

    private InputCodec() {}

    /**
     * Reads a value of an input topic.
     *
     * @param topic the input it came from
     * @param value what its bytes were decoded to
     * @return the record, or empty if a value of this kind does not belong into that topic
     */
    public static Optional<InputRecord> fromAvro(Topic topic, Object value) {
        InputRecord input =
                switch (topic) {
                    case LEASE_EVENTS ->
                        value instanceof dev.kvlease.schemas.LeaseEvent event
                                ? new InputRecord.Event(fromAvro(event))
                                : null;
                    case HANDSHAKE_SAMPLES ->
                        value instanceof dev.kvlease.schemas.HandshakeSample sample
                                ? new InputRecord.Sample(fromAvro(sample))
                                : null;
                    case READ_INTENTS ->
                        value instanceof dev.kvlease.schemas.ReadIntent intent
                                ? new InputRecord.Intent(fromAvro(intent))
                                : null;
                    case READ_OUTCOMES ->
                        value instanceof dev.kvlease.schemas.ReadOutcome outcome
                                ? new InputRecord.Outcome(fromAvro(outcome))
                                : null;
                    case VERDICTS, CLOCK_OFFSETS, VIOLATIONS, BLOCK_EVENTS, DEAD_LETTERS -> null;
                };
        return Optional.ofNullable(input);
    }

    /**
     * Writes a record of any input.
     *
     * @param input the record
     * @return its Avro twin
     */
    public static SpecificRecord toAvro(InputRecord input) {
        if (input instanceof InputRecord.Event event) {
            return AvroInputs.toAvro(event.event());
        }
        if (input instanceof InputRecord.Sample sample) {
            return AvroInputs.toAvro(sample.sample());
        }
        if (input instanceof InputRecord.Intent intent) {
            return AvroInputs.toAvro(intent.intent());
        }
        return AvroInputs.toAvro(((InputRecord.Outcome) input).outcome());
    }

    /**
     * Reads a lease event.
     *
     * @param avro as it came
     * @return the core's record
     */
    public static LeaseEvent fromAvro(dev.kvlease.schemas.LeaseEvent avro) {
        return new LeaseEvent(
                EVENT_TYPES.of(avro.getType()),
                avro.getHolderEngineId(),
                avro.getHolderIncarnation(),
                avro.getSeq(),
                avro.getEngineClockNs(),
                orEmpty(avro.getRequestId()),
                Optional.ofNullable(avro.getBlockIds()).map(Optionals::groups),
                avro.getSharedPrefixBlocks() == null ? NOTHING_SAID : ints(avro.getSharedPrefixBlocks()),
                orAbsent(avro.getExpiryNs()),
                orAbsent(avro.getMaxReads()),
                orAbsent(avro.getNumTokens()),
                orAbsent(avro.getNumBlocks()),
                orEmpty(avro.getReason()));
    }

    /**
     * Reads a handshake sample.
     *
     * @param avro as it came
     * @return the core's record
     */
    public static HandshakeSample fromAvro(dev.kvlease.schemas.HandshakeSample avro) {
        return new HandshakeSample(
                avro.getReaderEngineId(),
                avro.getReaderIncarnation(),
                avro.getHolderEngineId(),
                avro.getHolderIncarnation(),
                avro.getRank(),
                avro.getSentNs(),
                avro.getRemoteNs(),
                avro.getReceivedNs());
    }

    /**
     * Reads a read intent.
     *
     * @param avro as it came
     * @return the core's record
     */
    public static ReadIntent fromAvro(dev.kvlease.schemas.ReadIntent avro) {
        return new ReadIntent(
                avro.getReaderEngineId(),
                avro.getReaderIncarnation(),
                avro.getHolderEngineId(),
                Optional.ofNullable(avro.getHolderIncarnation()),
                avro.getRequestId(),
                avro.getReadRequestId(),
                groups(avro.getBlockIds()),
                avro.getNumLocalBlocks(),
                orAbsent(avro.getNowNs()),
                orAbsent(avro.getExpiryNs()));
    }

    /**
     * Reads a read outcome.
     *
     * @param avro as it came
     * @return the core's record
     */
    public static ReadOutcome fromAvro(dev.kvlease.schemas.ReadOutcome avro) {
        return new ReadOutcome(
                avro.getReaderEngineId(),
                avro.getReaderIncarnation(),
                avro.getHolderEngineId(),
                avro.getHolderIncarnation(),
                avro.getRequestId(),
                avro.getReadRequestId(),
                orAbsent(avro.getLeaseSeq()),
                READ_STATUSES.of(avro.getStatus()),
                avro.getStartedNs(),
                avro.getFinishedNs());
    }
}
