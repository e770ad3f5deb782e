package dev.kvlease.app.topology;

import dev.kvlease.app.codec.OutputCodec;
import dev.kvlease.app.codec.OutputKeys;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.trail.Trail;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.verdict.Verdict;
import dev.kvlease.schemas.Consumption;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Writes what follows from a record to the outputs. */
final class Outlet {
    private final ProcessorContext<byte[], byte[]> context;
    private final Serializer<Object> values;
    private final ReaderPartitions readerPartitions;
    private final String verdicts;
    private final String clockOffsets;
    private final String violations;

    Outlet(
            ProcessorContext<byte[], byte[]> context,
            KvleaseConfig config,
            Serializer<Object> values,
            ReaderPartitions readerPartitions) {
        this.context = context;
        this.values = values;
        this.readerPartitions = readerPartitions;
        this.verdicts = config.nameOf(Topic.VERDICTS);
        this.clockOffsets = config.nameOf(Topic.CLOCK_OFFSETS);
        this.violations = config.nameOf(Topic.VIOLATIONS);
    }

    void write(Consequences consequences, long timestampMs, Trail trail) {
        List<ClockOffset> offsets = consequences.clockOffsets();
        for (int i = 0; i < offsets.size(); i++) {
            ClockOffset offset = offsets.get(i);
            byte[] key = bytes(OutputKeys.of(offset));
            forward(Topic.CLOCK_OFFSETS, clockOffsets, key, OutputCodec.toAvro(offset), timestampMs);
        }
        List<Verdict> answers = consequences.verdicts();
        for (int i = 0; i < answers.size(); i++) {
            write(answers.get(i), timestampMs, trail);
        }
        for (Violation violation : consequences.violations()) {
            byte[] key = bytes(violation.holder());
            forward(Topic.VIOLATIONS, violations, key, OutputCodec.toAvro(violation), timestampMs);
        }
    }

    private void write(Verdict verdict, long timestampMs, Trail trail) {
        byte[] key = bytes(OutputKeys.of(verdict));
        dev.kvlease.schemas.Verdict avro = OutputCodec.toAvro(verdict);
        String steps = trail.tell(readerPartitions.of(key));
        avro.setConsumed(new Consumption(trail.run(), trail.step(), steps));
        forward(Topic.VERDICTS, verdicts, key, avro, timestampMs);
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    private void forward(Topic topic, String topicName, byte[] key, Object value, long timestampMs) {
        Headers headers = new RecordHeaders();
        byte[] bytes = values.serialize(topicName, headers, value);
        context.forward(new Record<>(key, bytes, timestampMs, headers), topic.shortName());
    }

    void deadLetter(Record<byte[], byte[]> letter) {
        context.forward(letter, Topic.DEAD_LETTERS.shortName());
    }
}
