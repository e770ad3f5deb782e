package dev.kvlease.app.topology;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.serde.UndecodableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Makes an input record of bytes, or says why it is none. */
public final class Intake {
    /** What came of a record's bytes. */
    public sealed interface Reading {}

    /**
     * A record for the core.
     *
     * @param input the record
     */
    public record Good(InputRecord input) implements Reading {}

    /**
     * A dead letter.
     *
     * @param reason what is wrong
     * @param detail more about it, or empty
     */
    public record Bad(DeadLetterReason reason, String detail) implements Reading {}

    private final Deserializer<Object> values;
    private final int partitions;

    Intake(Deserializer<Object> values, int partitions) {
        this.values = values;
        this.partitions = partitions;
    }

    Reading read(Topic topic, Record<byte[], byte[]> record, RecordMetadata source) {
        if (record.headers().lastHeader(RecordTimes.INVALID) != null) {
            return refuse(DeadLetterReason.TIMESTAMP_INVALID);
        }
        if (record.key() == null) {
            return refuse(DeadLetterReason.KEY_MISSING);
        }
        if (record.value() == null) {
            return refuse(DeadLetterReason.VALUE_MISSING);
        }
        Object value;
        try {
            value = values.deserialize(source.topic(), record.headers(), record.value());
        } catch (RuntimeException e) {
            return undecodable(e);
        }
        Optional<InputRecord> input = InputCodec.fromAvro(topic, value);
        if (input.isEmpty()) {
            return new Bad(DeadLetterReason.UNEXPECTED_RECORD, nameOf(value));
        }
        return checkPlace(input.get(), record.key(), source.partition());
    }

    /**
     * What a deserializer's failure means.
     *
     * @param failure what it threw; thrown again if the registry could not be asked, because the record may be good
     * @return a dead letter
     */
    public static Bad undecodable(RuntimeException failure) {
        if (RegistryFailures.isOne(failure)) {
            throw failure;
        }
        return new Bad(DeadLetterReason.UNDECODABLE, messageOf(failure));
    }

    private Reading checkPlace(InputRecord input, byte[] key, int partition) {
        Optional<DeadLetterReason> problem = misplaced(key, input.holder(), partition, partitions);
        return problem.isPresent() ? refuse(problem.get()) : new Good(input);
    }

    /**
     * Whether a record lies where its holder's state is not.
     *
     * @param key its key
     * @param holder the holder that its value names
     * @param partition where it lies
     * @param partitions how many there are
     * @return what is wrong; empty if it lies where it should
     */
    public static Optional<DeadLetterReason> misplaced(byte[] key, String holder, int partition, int partitions) {
        if (!Arrays.equals(key, holder.getBytes(StandardCharsets.UTF_8))) {
            return Optional.of(DeadLetterReason.KEY_NOT_HOLDER);
        }
        return Partitions.of(key, partitions) == partition
                ? Optional.empty()
                : Optional.of(DeadLetterReason.WRONG_PARTITION);
    }

    private static Bad refuse(DeadLetterReason reason) {
        return new Bad(reason, "");
    }

    private static String nameOf(Object value) {
        return value == null ? "null" : value.getClass().getSimpleName();
    }

    private static String messageOf(RuntimeException failure) {
        boolean wrapped = failure instanceof SerializationException
                && !(failure instanceof UndecodableRecordException)
                && failure.getCause() != null;
        Throwable said = wrapped ? failure.getCause() : failure;
        return said.getMessage() == null ? said.getClass().getSimpleName() : said.getMessage();
    }
}
