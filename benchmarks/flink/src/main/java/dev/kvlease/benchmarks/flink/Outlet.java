package dev.kvlease.benchmarks.flink;

import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.app.codec.OutputKeys;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.Effects;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** Encodes what follows from a record, and passes it on at once: a failure undoes it with the checkpoint before. */
final class Outlet implements Effects {
    private final SpecificAvroSerde<SpecificRecord> serde;
    private final String verdicts;
    private final String clockOffsets;
    private final String violations;
    private final String deadLetters;
    private final Consumer<OutputRecord> next;
    private TopicRecord cause;

    Outlet(JobSettings settings, SpecificAvroSerde<SpecificRecord> serde, Consumer<OutputRecord> next) {
        this.serde = serde;
        this.verdicts = settings.nameOf(Topic.VERDICTS);
        this.clockOffsets = settings.nameOf(Topic.CLOCK_OFFSETS);
        this.violations = settings.nameOf(Topic.VIOLATIONS);
        this.deadLetters = settings.nameOf(Topic.DEAD_LETTERS);
        this.next = next;
    }

    /** What follows from now on follows from this record. */
    void begin(TopicRecord record) {
        cause = record;
    }

    @Override
    public void verdict(Verdict verdict) {
        write(verdicts, OutputKeys.of(verdict), OutputCodec.toAvro(verdict));
    }

    @Override
    public void violation(Violation violation) {
        write(violations, violation.holder(), OutputCodec.toAvro(violation));
    }

    @Override
    public void clockOffset(ClockOffset offset) {
        write(clockOffsets, OutputKeys.of(offset), OutputCodec.toAvro(offset));
    }

    @Override
    public void refused(BadRecord reason) {
        deadLetter();
    }

    void deadLetter() {
        next.accept(new OutputRecord(deadLetters, bytes(cause.holder()), cause.value(), cause.timestampMs()));
    }

    @Override
    public void note(Note note) {
        // metrics are not compared
    }

    private void write(String topic, String key, SpecificRecord value) {
        byte[] encoded = serde.serializer().serialize(topic, value);
        next.accept(new OutputRecord(topic, bytes(key), encoded, cause.timestampMs()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
